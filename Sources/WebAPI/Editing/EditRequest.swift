// SPDX-License-Identifier: Apache-2.0
internal import Editing
internal import Faults
internal import JSON
internal import PDFModel
internal import PDFSyntax
internal import Workbench

/// The commands of one call: each says how something shall be, so that one that comes twice does
/// no harm.
struct EditRequest: Sendable {
    enum Command: Sendable {
        /// An annotation, as it shall be; it may be there already, also on another page.
        case put(Annotation)
        /// An annotation that shall not be there.
        case remove(AnnotationReference)
    }

    var name: String
    var commands: [Command] = []

    /// More in one step is no work of a hand.
    private static let mostCommands = 1000
    /// Longer ones are no names that we or others give.
    private static let longestID = 200

    /// - Throws: `usage` with the name of what is wrong.
    init(_ members: JSONMembers) throws(Fault) {
        var members = members
        name = try members.text("name", 0...100) ?? ""
        guard let list = members.take("commands")?.array,
            (1...Self.mostCommands).contains(list.count)
        else {
            throw Fault(.usage, "\"commands\" are 1 to \(Self.mostCommands) commands.")
        }
        try members.finish()
        for value in list { commands.append(try Self.command(value)) }
        if name.isEmpty { name = "Edit" }
    }

    private static func command(_ value: JSONValue) throws(Fault) -> Command {
        guard case .object = value else { throw Fault(.usage, "A command is a JSON object.") }
        var members = JSONMembers(value)
        switch try members.text("do", 0...20) {
        case "put"?:
            guard let described = members.take("annotation") else {
                throw Fault(.usage, "\"put\" needs an \"annotation\".")
            }
            try members.finish()
            let annotation = try AnnotationJSON.annotation(described)
            guard (1...longestID).contains(annotation.id.unicodeScalars.count) else {
                throw Fault(
                    .usage,
                    "An annotation needs an \"id\" of 1 to \(longestID) characters."
                )
            }
            return .put(annotation)
        case "remove"?:
            let page = try members.integer("page", in: 1...Int(Int32.max))
            guard let id = try members.text("id", 1...longestID) else {
                throw Fault(.usage, "\"remove\" needs the \"id\" of an annotation.")
            }
            try members.finish()
            return .remove(AnnotationReference(pageIndex: page - 1, id: id))
        default: throw Fault(.usage, "\"do\" is put or remove.")
        }
    }

    /// Whether nothing but signatures that can be moved is meant.
    var isOfMarks: Bool {
        commands.allSatisfy { command in
            switch command {
            case .put(let annotation): MarkNames.isMark(annotation.id)
            case .remove(let reference): MarkNames.isMark(reference.id)
            }
        }
    }

    /// The step that brings a document there.
    ///
    /// - Parameter document: as it is now.
    /// - Returns: the step; nil when the document is there already.
    /// - Throws: `notFound` for pages that are not there, and as reading annotations.
    func step(in document: Document) throws(Fault) -> EditCommand? {
        let tree = try PageTree(document)
        var known: [Int: Set<String>] = [:]
        func names(_ page: Int) throws(Fault) -> Set<String> {
            if let names = known[page] { return names }
            let names = Set(try document.annotationNames(of: try tree.page(at: page)))
            known[page] = names
            return names
        }
        var steps: [EditCommand] = []
        for command in commands {
            switch command {
            case .put(let annotation):
                let page = annotation.pageIndex
                let isThere = try names(page).contains(annotation.id)
                steps.append(isThere ? .replace([annotation]) : .add([annotation]))
                known[page]?.insert(annotation.id)
            case .remove(let reference):
                guard try names(reference.pageIndex).contains(reference.id) else { continue }
                steps.append(.remove([reference]))
                known[reference.pageIndex]?.remove(reference.id)
            }
        }
        if steps.isEmpty { return nil }
        return .group(name: name, steps)
    }
}
