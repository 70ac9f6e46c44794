// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import Operations
internal import Rendering
internal import Workbench

extension ArgumentOption {
    static let pictureWidth = ArgumentOption(
        "--width",
        .value("PX"),
        "So many pixels for the width of the whole page; the height follows."
    )
    static let resolution = ArgumentOption(
        "--dpi",
        .value("N"),
        "So many pixels for an inch of the page."
    )
    static let region = ArgumentOption(
        "--region",
        .value("X,Y,W,H"),
        "Only this part of the page as seen: from its top left corner, in points, or with mm, cm "
            + "or in. The picture has as many pixels as the part has of the whole page."
    )
    static let pictureFormat = ArgumentOption(
        "--format",
        .choice(["png", "jpeg", "webp"]),
        "The kind of picture; without it, what the name after -o ends in, or else png."
    )
    static let quality = ArgumentOption(
        "--quality",
        .value("N"),
        "For jpeg and webp, from 1 (small) to 100 (good)."
    )
    static let noAnnotations = ArgumentOption(
        "--no-annotations",
        .flag,
        "Leave out annotations and form fields."
    )
    static let background = ArgumentOption(
        "--background",
        .value("COLOUR"),
        "What lies below the page: white (the default), transparent, or #RRGGBB."
    )
    static let pictureOutput = ArgumentOption(
        "-o --output",
        .value("OUT"),
        required: true,
        "A file for one page, a folder for several (it is made where it is missing), or - for "
            + "standard output."
    )
}

/// The verb `inkstone render`.
struct RenderVerb: Verb {
    static var name: String { "render" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Make pictures of pages.",
        operandCount: 1...1,
        options: [
            .markPages, .pictureWidth, .resolution, .region, .pictureFormat, .quality,
            .noAnnotations, .background, .pictureOutput, .force, .json, .progress, .password,
            .passwordFile,
        ],
        notes: [
            "Pages are drawn at exactly this size, never larger and then shrunk. Several pictures "
                + "are called after the file and the page, as in contract-002.png, and get their "
                + "names when all are complete."
        ],
        examples: [
            .init("render contract.pdf --page 1 --dpi 150 -o page.png", "One page as a PNG"),
            .init(
                "render contract.pdf --page all --width 1200 --format webp -o pages/",
                "All pages"
            ),
            .init(
                "render contract.pdf --page last --dpi 300 --region 9cm,24cm,8cm,4cm -o seal.png",
                "A part of a page"
            ),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard let pages = try arguments.pages(.markPages), let output = arguments[.pictureOutput]
        else { throw Fault(.usage, "--page and -o are needed.") }
        var order = PictureOrder(
            pages,
            try extent(),
            as: try PictureArguments.format(arguments, output: output, usual: .png)
        )
        if let region = try arguments.rect(.region) {
            guard let width = region.size.width, let height = region.size.height else {
                throw Fault(.usage, "--region takes a width and a height, not auto.")
            }
            order.region = Rect(
                x: region.origin.x,
                y: region.origin.y,
                width: width,
                height: height
            )
        }
        order.showsAnnotations = !arguments.has(.noAnnotations)
        if let colour = arguments[.background] {
            order.background = try PictureArguments.colour(colour)
        }
        return try PictureCall(
            workbench: workbench,
            arguments: arguments,
            kind: .pdfRender,
            past: "rendered"
        ).run(order, output: output)
    }

    private func extent() throws(Fault) -> PictureOrder.Extent {
        let width = try arguments.integer(.pictureWidth, in: 1...PictureArguments.mostPixels)
        let dots = try arguments.number(.resolution, in: 1...PictureArguments.mostDotsPerInch)
        switch (width, dots) {
        case (let width?, nil): return .width(width)
        case (nil, let dots?): return .dotsPerInch(dots)
        default: throw Fault(.usage, "Say how large with one of --width PX and --dpi N.")
        }
    }
}
