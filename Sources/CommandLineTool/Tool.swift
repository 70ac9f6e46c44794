// SPDX-License-Identifier: Apache-2.0
internal import Faults
public import Workbench

/// The command line: reads the words, runs a verb, answers with an exit status.
public struct Tool: Sendable {
    let workbench: Workbench

    /// A command line over a workbench.
    public init(_ workbench: Workbench) { self.workbench = workbench }

    private static let verbs: [any Verb.Type] = [
        InfoVerb.self, CheckVerb.self, SignVerb.self, StampVerb.self, RevisionsVerb.self,
        RewriteVerb.self, MergeVerb.self, ExtractVerb.self, SplitVerb.self, RotateVerb.self,
        DeleteVerb.self, MoveVerb.self, InsertVerb.self, EncryptVerb.self, DecryptVerb.self,
        AnnotateVerb.self, AnnotationsVerb.self, FinishVerb.self, RenderVerb.self,
        ThumbnailsVerb.self, AttachmentsVerb.self, TextVerb.self, SearchVerb.self, ServeVerb.self,
    ]

    /// Runs the call and returns the exit status.
    ///
    /// - Parameter words: the words after the program's name.
    /// - Returns: the exit status.
    public func run(_ words: [String]) -> Int32 {
        Output.prepare()
        Interruption.watch()
        do {
            return try dispatch(words)
        } catch {
            let line = ErrorOutput.line(error, asJSON: ArgumentParser.wantsJSON(words))
            // Nobody can be told when standard error is closed; the status still speaks.
            _ = try? Output.error.write(line)
            return error.code.exitStatus
        }
    }

    private func dispatch(_ words: [String]) throws(Fault) -> Int32 {
        let parser = ArgumentParser(names: Self.verbs.map { $0.name }) { name in
            Self.verbs.first { $0.name == name }?.declaration
        }
        switch try parser.parse(words) {
        case .help(nil):
            try Output.standard.write(Help.overview(of: Self.verbs.map { $0.declaration }))
            return 0
        case .help(let verb?):
            try Output.standard.write(Help.page(for: verb))
            return 0
        case .version:
            try Output.standard.write("inkstone \(Workbench.version)\n")
            return 0
        case .run(let declaration, let arguments):
            for verb in Self.verbs where verb.name == declaration.name {
                return try verb.init(workbench: workbench, arguments: arguments).run()
            }
            throw Fault(.internal, "The verb \(declaration.name) is declared and not there.")
        }
    }
}

/// One word of the command line.
protocol Verb: Sendable {
    /// What it is called.
    static var name: String { get }

    /// What it is called and takes; made when it is first asked for.
    static var declaration: VerbDeclaration { get }

    /// A call of it.
    init(workbench: Workbench, arguments: Arguments)

    /// Does it and returns the exit status.
    func run() throws(Fault) -> Int32
}
