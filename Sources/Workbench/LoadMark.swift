// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Cryptography
public import Faults
internal import Imaging
internal import Ink
public import PDFModel
internal import PDFSyntax
internal import Storage

/// A mark that was read from a file.
public struct LoadedMark: Sendable {
    /// The mark.
    public var mark: Mark
    /// The path as given.
    public var path: String
    /// SHA-256 of the file, in hexadecimal.
    public var sha256: String
    /// What was odd about the file.
    public var diagnostics: [Diagnostic]
}

extension Workbench {
    /// More than any mark needs.
    private static let markBytesLimit = 256 << 20

    /// Reads a mark; what it is is told by its first bytes, not by its name.
    ///
    /// - Parameters:
    ///   - path: the mark's file.
    ///   - cleanPaper: make the white paper of a photographed signature transparent.
    /// - Returns: the mark.
    /// - Throws: `notFound`, `unsupported`, `invalidDocument`, `limitExceeded`, and what
    ///   happened to a worker.
    public func loadMark(_ path: String, cleanPaper: Bool = false) throws(Fault) -> LoadedMark {
        let file = try OpenedFile.open(path)
        guard file.source.count <= Self.markBytesLimit else {
            throw Fault(
                .limitExceeded,
                "The mark's file has more than 256 MB.",
                at: Place(file: path)
            )
        }
        let bytes = Array(try file.source.bytes(in: 0..<file.source.count))
        do {
            var loaded = try mark(bytes, cleanPaper: cleanPaper)
            loaded.path = path
            for index in loaded.diagnostics.indices {
                loaded.diagnostics[index].place.file = path
            }
            loaded.sha256 = SHA256.digest(bytes).description
            return loaded
        } catch {
            throw error.inFile(path)
        }
    }

    private func mark(_ bytes: [UInt8], cleanPaper: Bool) throws(Fault) -> LoadedMark {
        if ImageFile.identify(bytes) != nil { return try picture(bytes, cleanPaper: cleanPaper) }
        guard !cleanPaper else {
            throw Fault(.usage, "--clean-paper is for photographs: a PNG or a JPEG.")
        }
        let head = bytes.prefix(Limits.headerSearchBytes)
        if Self.contains(head, "%PDF-") { return try page(MemoryByteSource(bytes)) }
        switch head.first(where: { !Self.isSpace($0) }) {
        case UInt8(ascii: "{"):
            let drawing = try InkFile.drawing(bytes)
            return LoadedMark(mark: .ink(drawing), path: "", sha256: "", diagnostics: [])
        case UInt8(ascii: "<"): return try svg(bytes)
        default:
            throw Fault(
                .unsupported,
                "This is no mark: it must be ink (JSON), SVG, PDF, PNG or JPEG."
            )
        }
    }

    /// White space, and the byte order mark that editors put before text.
    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains(byte)
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
        let word = Array(word.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: word) }
    }

    private func picture(_ bytes: [UInt8], cleanPaper: Bool) throws(Fault) -> LoadedMark {
        let image =
            cleanPaper
            ? try CleanPaper.mark(fromFile: bytes, decoder: imageDecoder())
            : try ImageFile.load(bytes)
        return LoadedMark(
            mark: .packedImage(PackedImage(image)),
            path: "",
            sha256: "",
            diagnostics: image.diagnostics
        )
    }

    private func page(_ source: any ByteSource) throws(Fault) -> LoadedMark {
        let document = Document(try BaseFile(source))
        let page = try PageTree(document).page(at: 0)
        return LoadedMark(
            mark: .page(page, of: document),
            path: "",
            sha256: "",
            diagnostics: document.base.diagnostics + page.diagnostics
        )
    }

    private func svg(_ bytes: [UInt8]) throws(Fault) -> LoadedMark {
        guard let svgConverter = svgConverter() else {
            throw Fault(.unsupported, "SVG marks need a worker, and there is none.")
        }
        return try page(MemoryByteSource(try svgConverter.convertSVG(bytes)))
    }
}
