// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// Reads a command line against the declarations of the verbs.
///
/// `--name value` and `--name=value` are the same, also with one dash. A value may start with one
/// dash (`--offset -3,4`, `-o -`) unless it is the name of an option of the verb; one that starts
/// with two dashes is written with `=`. After `--` everything is an argument without a name.
struct ArgumentParser: Sendable {
    /// What a call asks for.
    enum Call: Sendable {
        /// Help on everything, or on one verb.
        case help(VerbDeclaration?)
        /// The version.
        case version
        /// Work.
        case run(VerbDeclaration, Arguments)
    }

    /// What the verbs are called.
    var names: [String]
    /// The declaration of a verb; only that of the one that is called is made.
    var declaration: @Sendable (String) -> VerbDeclaration?

    /// Reads the words after the program's name.
    ///
    /// - Throws: `usage`, with what is wrong and what may have been meant.
    func parse(_ words: [String]) throws(Fault) -> Call {
        guard let first = words.first else { return .help(nil) }
        switch first {
        case "--help", "-h": return .help(nil)
        case "help":
            guard words.count > 1 else { return .help(nil) }
            return .help(try verb(words[1]))
        case "--version": return .version
        default: break
        }
        if first.hasPrefix("-") {
            throw Fault(
                .usage,
                "The verb comes first: inkstone VERB …, not \(first). See inkstone --help."
            )
        }
        let verb = try verb(first)
        let rest = words.dropFirst()
        if rest.prefix(while: { $0 != "--" }).contains(where: ArgumentOption.help.names.contains) {
            return .help(verb)
        }
        return .run(verb, try Self.parse(rest, for: verb))
    }

    /// Whether faults should be written as JSON; known even when the call makes no sense.
    static func wantsJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains(ArgumentOption.json.name)
    }

    private func verb(_ name: String) throws(Fault) -> VerbDeclaration {
        if let verb = declaration(name) { return verb }
        let remedy = ArgumentSuggestion.nearest(to: name, in: names + ["help"])
            .map { "Did you mean \($0)?" }
        throw Fault(
            .usage,
            "There is no verb \"\(name)\". \(remedy ?? "See inkstone --help.")"
        )
    }

    private static func parse(
        _ words: ArraySlice<String>,
        for verb: VerbDeclaration
    ) throws(Fault) -> Arguments {
        var arguments = Arguments(verb: verb.name)
        var words = words
        while let word = words.popFirst() {
            if word == "--" {
                arguments.operands += words
                break
            }
            if word == "-" || !word.hasPrefix("-") {
                arguments.operands.append(word)
                continue
            }
            let parts = word.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let option = try option(String(parts[0]), of: verb)
            let attached = parts.count > 1 ? String(parts[1]) : nil
            try check(option, attached, arguments)
            let value =
                if let attached { attached } else {
                    try takeValue(of: option, from: &words, for: verb)
                }
            try checkChoice(value, of: option)
            arguments.add(value, to: option)
        }
        try checkWhole(arguments, for: verb)
        return arguments
    }

    private static func option(
        _ name: String,
        of verb: VerbDeclaration
    ) throws(Fault) -> ArgumentOption {
        if let option = verb.options.first(where: { $0.names.contains(name) }) { return option }
        let names = verb.options.flatMap(\.names)
        let remedy = ArgumentSuggestion.nearest(to: name, in: names)
            .map { "Did you mean \($0)?" }
        throw Fault(
            .usage,
            "\(verb.name) has no option \(name). "
                + (remedy ?? "See inkstone \(verb.name) --help.")
        )
    }

    private static func check(
        _ option: ArgumentOption,
        _ attached: String?,
        _ arguments: Arguments
    ) throws(Fault) {
        switch option.kind {
        case .flag:
            if attached != nil { throw Fault(.usage, "\(option.name) takes no value.") }
        case .value, .choice:
            if arguments.has(option) {
                throw Fault(.usage, "\(option.name) is given twice; it can have one value only.")
            }
        case .repeated: break
        }
    }

    private static func takeValue(
        of option: ArgumentOption,
        from words: inout ArraySlice<String>,
        for verb: VerbDeclaration
    ) throws(Fault) -> String {
        guard let placeholder = option.placeholder else { return "" }
        guard let value = words.first, !value.hasPrefix("--"),
            !verb.options.contains(where: { $0.names.contains(value) })
        else {
            throw Fault(
                .usage,
                "\(option.name) needs a value: \(option.name) \(placeholder)."
            )
        }
        words.removeFirst()
        return value
    }

    private static func checkChoice(_ value: String, of option: ArgumentOption) throws(Fault) {
        guard case .choice(let words) = option.kind, !words.contains(value) else { return }
        throw Fault(
            .usage,
            "\(option.name) is one of \(words.joined(separator: ", ")), not \"\(value)\"."
        )
    }

    private static func checkWhole(
        _ arguments: Arguments,
        for verb: VerbDeclaration
    ) throws(Fault) {
        let count = arguments.operands.count
        if count < verb.operandCount.lowerBound {
            throw Fault(
                .usage,
                "\(verb.name) needs a \(verb.operand). See inkstone \(verb.name) --help."
            )
        }
        if count > verb.operandCount.upperBound {
            throw Fault(
                .usage,
                "\"\(arguments.operands[verb.operandCount.upperBound])\" is one argument too many "
                    + "for \(verb.name). See inkstone \(verb.name) --help."
            )
        }
        let missing = verb.options.filter { $0.isRequired && !arguments.has($0) }.map { option in
            [option.name, option.placeholder].compactMap(\.self).joined(separator: " ")
        }
        guard missing.isEmpty else {
            throw Fault(
                .usage,
                "\(verb.name) needs \(missing.joined(separator: ", ")). "
                    + "See inkstone \(verb.name) --help."
            )
        }
    }
}
