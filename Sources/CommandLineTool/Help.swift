// SPDX-License-Identifier: Apache-2.0

/// The help texts, made from the declarations.
enum Help {
    private static let columns = 80
    /// Longer labels get a line of their own.
    private static let widestLabel = 24

    /// `inkstone --help`: every verb with its one line.
    static func overview(of verbs: [VerbDeclaration]) -> String {
        let widest = verbs.map(\.name.count).max() ?? 0
        var lines = [
            "inkstone: sign, seal and check PDF files without harming them",
            "",
            "Usage: inkstone VERB …",
            "",
            "Verbs:",
        ]
        for verb in verbs { lines += entry(verb.name, verb.summary, widest: widest) }
        lines += [
            "",
            "inkstone VERB --help explains a verb, with examples.",
            "inkstone --version shows the version.",
        ]
        return text(lines)
    }

    /// `inkstone VERB --help`.
    static func page(for verb: VerbDeclaration) -> String {
        var lines = wrap("inkstone \(verb.name): \(verb.summary)", indent: 0)
        lines += [""] + wrap(usage(of: verb), indent: 0, hanging: 7)
        for note in verb.notes { lines += [""] + wrap(note, indent: 0) }
        let options = verb.options.filter { $0 != .help } + [.help]
        let labels = options.map(label)
        let widest = labels.map(\.count).filter { $0 <= widestLabel }.max() ?? 0
        lines += ["", "Options:"]
        for (option, label) in zip(options, labels) {
            lines += entry(label, option.help, widest: widest)
        }
        if !verb.examples.isEmpty { lines += ["", "Examples:"] }
        for example in verb.examples {
            lines += ["  \(example.meaning):", "    inkstone \(example.line)"]
        }
        return text(lines)
    }

    private static func usage(of verb: VerbDeclaration) -> String {
        var words = ["Usage: inkstone", verb.name]
        switch (verb.operandCount.lowerBound, verb.operandCount.upperBound) {
        case (_, 0): break
        case (0, 1): words.append("[\(verb.operand)]")
        case (0, _): words.append("[\(verb.operand)…]")
        case (_, 1): words.append(verb.operand)
        default: words.append("\(verb.operand)…")
        }
        for option in verb.options where option.isRequired {
            words += [option.name, option.placeholder].compactMap(\.self)
        }
        return (words + ["[options]"]).joined(separator: " ")
    }

    private static func label(_ option: ArgumentOption) -> String {
        let names = option.names.joined(separator: ", ")
        return option.placeholder.map { "\(names) \($0)" } ?? names
    }

    /// A label and, from one column on, what it means.
    private static func entry(_ label: String, _ meaning: String, widest: Int) -> [String] {
        let column = 2 + widest + 2
        var lines = wrap(meaning, indent: column)
        if label.count > widest { return ["  \(label)"] + lines }
        let padding = String(repeating: " ", count: widest - label.count + 2)
        lines[0] = "  \(label)\(padding)" + lines[0].dropFirst(column)
        return lines
    }

    /// Lines of at most 80 columns, later ones indented by `hanging` more; at least one line.
    private static func wrap(_ text: String, indent: Int, hanging: Int = 0) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isStart = true
        for word in text.split(separator: " ") {
            if !isStart && line.count + 1 + word.count > columns {
                lines.append(line)
                line = String(repeating: " ", count: indent + hanging)
                isStart = true
            }
            line += (isStart ? "" : " ") + word
            isStart = false
        }
        return lines + [line]
    }

    private static func text(_ lines: [String]) -> String {
        lines.map { $0 + "\n" }.joined()
    }
}
