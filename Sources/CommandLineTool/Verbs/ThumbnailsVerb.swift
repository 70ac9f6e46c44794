// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Operations
internal import Rendering
internal import Workbench

extension ArgumentOption {
    static let thumbnailWidth = ArgumentOption(
        "--width",
        .value("PX"),
        required: true,
        "So many pixels for the width of each page; the height follows."
    )
    static let thumbnailPages = ArgumentOption(
        "--pages --page",
        .value("P"),
        "The pages: 1 or 1,3,5-8 or 2-last, or all (the default), odd, even, last."
    )
    static let thumbnailFormat = ArgumentOption(
        "--format",
        .choice(["png", "jpeg", "webp"]),
        "The kind of picture; jpeg when not given."
    )
    static let pictureFolder = ArgumentOption(
        "-o --output",
        .value("DIR"),
        required: true,
        "The folder for the pictures; it is made where it is missing."
    )
}

/// The verb `inkstone thumbnails`.
struct ThumbnailsVerb: Verb {
    static var name: String { "thumbnails" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Make small pictures of all pages, quickly.",
        operandCount: 1...1,
        options: [
            .thumbnailWidth, .thumbnailPages, .thumbnailFormat, .quality, .noAnnotations,
            .pictureFolder, .force, .json, .progress, .password, .passwordFile,
        ],
        notes: [
            "A page that shows nothing but a photograph is drawn by a shorter way than with "
                + "render, so single pixels may differ. The pictures are called after the file and "
                + "the page, as in contract-002.jpg, and get their names when all are complete."
        ],
        examples: [
            .init("thumbnails book.pdf --width 200 -o thumbnails/", "All pages"),
            .init(
                "thumbnails book.pdf --width 320 --pages 1-20 --format webp -o thumbnails/",
                "The first pages"
            ),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard
            let width = try arguments.integer(
                .thumbnailWidth,
                in: 1...PictureArguments.mostPixels
            ),
            let folder = arguments[.pictureFolder]
        else { throw Fault(.usage, "--width and -o are needed.") }
        guard folder != "-" else {
            throw Fault(.usage, "Thumbnails go into a folder; see render for one picture.")
        }
        var order = PictureOrder(
            try arguments.pages(.thumbnailPages) ?? .all,
            .width(width),
            as: try PictureArguments.format(
                arguments,
                output: nil,
                usual: .jpeg(quality: PictureFormat.usualQuality)
            )
        )
        order.showsAnnotations = !arguments.has(.noAnnotations)
        order.fidelity = .thumbnail
        return try PictureCall(
            workbench: workbench,
            arguments: arguments,
            kind: .pdfThumbnails,
            past: "made thumbnails of"
        ).run(order, output: folder.hasSuffix("/") ? folder : folder + "/")
    }
}
