// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import JSON
internal import Operations
internal import Rendering
internal import Workbench

/// What the verbs share that make pictures of pages.
struct PictureCall {
    let workbench: Workbench
    let arguments: Arguments
    let kind: OperationProgress.Kind
    /// What was done, in words.
    let past: String

    /// Makes the pictures.
    ///
    /// - Parameters:
    ///   - order: which, and how.
    ///   - output: a file, a folder, or - for standard output.
    /// - Returns: the exit status.
    /// - Throws: `partialFailure` when some pages could not be drawn, and what making them throws.
    func run(_ order: PictureOrder, output: String) throws(Fault) -> Int32 {
        workbench.prepareForPages()
        let progress = ProgressDisplay(arguments)
        let opener = try DocumentOpener(workbench, arguments)
        var failed = 0
        let status = try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            let opened = try opener.open(file)
            guard let destination = try Self.destination(output) else {
                let picture = try workbench.picture(order, of: opened)
                try Output.standard.write(picture.bytes)
                return ManyFiles.Answer()
            }
            let receipt = try workbench.writePictures(
                order,
                of: opened,
                to: destination,
                replacing: arguments.has(.force),
                operation: progress.operation(kind)
            )
            progress.finish()
            failed = receipt.failures.count
            return try tell(receipt, file, output)
        }
        if failed > 0 {
            let pages = failed == 1 ? "1 page" : "\(failed) pages"
            throw Fault(.partialFailure, "\(pages) could not be drawn; the others are done.")
        }
        return status
    }

    /// Where the pictures go; nil is standard output.
    private static func destination(_ output: String) throws(Fault) -> PictureDestination? {
        if output == "-" {
            guard isatty(STDOUT_FILENO) == 0 else {
                throw Fault(
                    .usage,
                    "Standard output is a terminal; send the picture into a file or a program."
                )
            }
            return nil
        }
        let isFolder = output.hasSuffix("/") || Destination.isFolder(output)
        return isFolder ? .folder(output) : .named(output)
    }

    private func tell(
        _ receipt: PictureReceipt,
        _ file: String,
        _ output: String
    ) throws(Fault) -> ManyFiles.Answer {
        if !arguments.has(.json) { try ErrorOutput.write(receipt.diagnostics, of: file) }
        for failure in receipt.failures {
            let line = ErrorOutput.line(failure.inFile(file), asJSON: arguments.has(.json))
            try Output.error.write(line)
        }
        let parts = receipt.parts.map { part -> JSONValue in
            [
                "output": JSONValue(part.path), "page": JSONValue(part.pageIndex + 1),
                "width": JSONValue(part.size.width), "height": JSONValue(part.size.height),
                "bytes": JSONValue(part.byteCount),
            ]
        }
        let pages =
            receipt.parts.count == 1
            ? "page \(receipt.parts[0].pageIndex + 1)" : "\(receipt.parts.count) pages"
        let target = receipt.parts.count == 1 ? receipt.parts[0].path : output
        return ManyFiles.Answer(
            value: [
                "file": JSONValue(file), "pictures": .array(parts),
                "diagnostics": .array(receipt.diagnostics.map(ErrorOutput.json)),
            ],
            text: ErrorOutput.harmless("\(past) \(pages) of \(file) into \(target)") + "\n"
        )
    }
}

/// Words about pictures on the command line.
enum PictureArguments {
    /// More pixels across than a renderer makes.
    static let mostPixels = 65_500
    /// More than any printer has.
    static let mostDotsPerInch = 9600.0
    private static let usualQuality = PictureFormat.usualQuality

    /// The format and the quality that are asked for.
    ///
    /// - Throws: `usage`.
    static func format(
        _ arguments: Arguments,
        output: String?,
        usual: PictureFormat
    ) throws(Fault) -> PictureFormat {
        let quality = try arguments.integer(.quality, in: 1...100)
        let known: PictureFormat? =
            switch arguments[.pictureFormat] {
            case "png"?: .png
            case "jpeg"?: .jpeg(quality: usualQuality)
            case "webp"?: .webp(quality: usualQuality)
            default: nil
            }
        let format = known ?? output.flatMap(PictureFormat.init(ofFile:)) ?? usual
        guard let quality else { return format }
        switch format {
        case .jpeg: return .jpeg(quality: quality)
        case .webp: return .webp(quality: quality)
        case .png:
            throw Fault(.usage, "--quality belongs to jpeg and webp; PNG is without loss.")
        }
    }

    /// A colour: white, transparent or #RRGGBB.
    ///
    /// - Throws: `usage`.
    static func colour(_ word: String) throws(Fault) -> RenderColour {
        switch word {
        case "white": return .white
        case "transparent": return .clear
        default:
            let digits = word.utf8.dropFirst()
            guard word.hasPrefix("#"), digits.count == 6,
                let number = UInt32(word.dropFirst(), radix: 16), !word.contains("+"),
                !word.contains("-")
            else {
                throw Fault(
                    .usage,
                    "\"\(word)\" is no background. Write white, transparent, or a colour as in "
                        + "#F0E8D0."
                )
            }
            return RenderColour(
                red: UInt8(truncatingIfNeeded: number >> 16),
                green: UInt8(truncatingIfNeeded: number >> 8),
                blue: UInt8(truncatingIfNeeded: number)
            )
        }
    }
}
