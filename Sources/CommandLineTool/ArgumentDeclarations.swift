// SPDX-License-Identifier: Apache-2.0

/// One option of a verb, as declared: what it is called, what it takes, what help says of it.
///
/// Declare options once as static constants and use these both in the verb's declaration and to
/// ask `Arguments` for what was given.
struct ArgumentOption: Sendable, Hashable {
    /// What follows the name.
    enum Kind: Sendable, Hashable {
        /// Nothing: it is there or not.
        case flag
        /// One value; help shows it as this word.
        case value(String)
        /// One value each time it is given.
        case repeated(String)
        /// One of these words.
        case choice([String])
    }

    /// All names with their dashes; the first is the one that faults speak of.
    var names: [String]
    /// What follows the name.
    var kind: Kind
    /// Whether a call without it is wrong.
    var isRequired: Bool
    /// A sentence or two for help.
    var help: String

    /// Makes an option from its names in one string, as in `"--page --pages"`.
    init(_ names: String, _ kind: Kind, required: Bool = false, _ help: String) {
        self.names = names.split(separator: " ").map(String.init)
        self.kind = kind
        self.isRequired = required
        self.help = help
    }

    /// The first name.
    var name: String { names.first ?? "" }

    /// The word that help shows for the value, if there is one.
    var placeholder: String? {
        switch kind {
        case .flag: nil
        case .value(let word), .repeated(let word): word
        case .choice(let words): words.joined(separator: "|")
        }
    }
}

/// A verb as declared: everything that reading its arguments and showing its help needs.
struct VerbDeclaration: Sendable {
    /// A line that a person can copy, and what it does.
    struct Example: Sendable {
        /// The line, without the program's name.
        var line: String
        /// What it does, in a few words.
        var meaning: String

        /// Makes an example.
        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// The word on the command line.
    var name: String
    /// One line that says what it does; the first line of its help.
    var summary: String
    /// The word that help shows for the arguments without a name, such as FILE.
    var operand: String = "FILE"
    /// How many arguments without a name it takes.
    var operandCount: ClosedRange<Int> = 1...Int.max
    /// Its options, in the order of its help.
    var options: [ArgumentOption]
    /// Sentences between the usage line and the options.
    var notes: [String] = []
    /// Lines to copy.
    var examples: [Example]
}

extension ArgumentOption {
    /// Shows the help of the verb.
    static let help = ArgumentOption("--help -h", .flag, "Show this help.")
    /// Machine-readable output.
    static let json = ArgumentOption(
        "--json",
        .flag,
        "Write the result, and errors too, as JSON for machines."
    )
    /// What is visible of every page.
    static let boxes = ArgumentOption(
        "--boxes",
        .flag,
        "Show the visible box of every page too (CropBox within MediaBox, in user space), and how "
            + "the page is turned."
    )
    /// Machine-readable progress.
    static let progress = ArgumentOption(
        "--progress",
        .choice(["json", "none"]),
        "Write progress as lines of JSON on standard error, or none; otherwise a terminal shows a "
            + "bar when work takes over half a second."
    )
    /// Where the result goes.
    static let output = ArgumentOption(
        "-o --output",
        .value("OUT"),
        "Write the result here: a file, a folder for several files, or - for standard output."
    )
    /// The result replaces the file.
    static let inPlace = ArgumentOption(
        "--in-place",
        .flag,
        "Put the result in the place of the file, in one step."
    )
    /// Replaces what is there.
    static let force = ArgumentOption(
        "--force",
        .flag,
        "Replace what is there, and go ahead where a refusal says that it can."
    )
    /// Page list; `--page` and `--pages` are one option.
    static let pages = ArgumentOption(
        "--page --pages",
        .value("P"),
        "The pages: 1 or 1,3,5-8 or 2-last, or all, odd, even, last."
    )
    /// The password in a file.
    static let passwordFile = ArgumentOption(
        "--password-file",
        .repeated("F"),
        "Read the document's password from the first line of F. Several may be given for several "
            + "files."
    )
    /// The password itself.
    static let password = ArgumentOption(
        "--password",
        .repeated("PW"),
        "The document's password. Others on this machine can see it while the program runs; "
            + "prefer --password-file."
    )
}
