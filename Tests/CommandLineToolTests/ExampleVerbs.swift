// SPDX-License-Identifier: Apache-2.0
@testable import CommandLineTool

extension ArgumentOption {
    static let rect = ArgumentOption(
        "--rect",
        .value("X,Y,W,H"),
        required: true,
        "Where on the page, from its top left corner; W or H may be auto."
    )
    static let offset = ArgumentOption("--offset", .value("DX,DY"), "How far to move.")
    static let fit = ArgumentOption("--fit", .choice(["inside", "stretch"]), "How it fills.")
    static let allow = ArgumentOption("--allow", .repeated("WHAT"), "What is allowed.")
}

/// Two verbs that use every kind of option.
enum ExampleVerbs {
    static let place = VerbDeclaration(
        name: "place",
        summary: "places a picture on a page (this is no digital signature)",
        options: [
            .rect, .pages, .offset, .fit, .allow, .output, .inPlace, .force, .json, .progress,
        ],
        notes: ["Lengths are points, or have mm, cm or in behind them."],
        examples: [
            .init("place contract.pdf --rect 10,10,50mm,auto -o signed.pdf", "Place it once")
        ]
    )
    static let count = VerbDeclaration(
        name: "count",
        summary: "counts pages",
        operandCount: 0...1,
        options: [.json],
        examples: []
    )

    static let all = [place, count]
    static let parser = ArgumentParser(names: all.map(\.name)) { name in
        all.first { $0.name == name }
    }
}
