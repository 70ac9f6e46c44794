// SPDX-License-Identifier: Apache-2.0
import Editing
import Faults
import Geometry
import PDFModel
import PDFSyntax
import SeededNumbers
import Testing
import TypesettingContract

/// Free text in fonts that become part of the document, in a session.
@Suite struct FreeTextTests {
    private func desk() throws -> Desk {
        try Desk(terms: .init(shaper: EmbeddingFontShaper(FakeTypesetter())))
    }

    private func text(_ contents: String, _ id: String, page: Int = 0) -> Annotation {
        Annotation(
            id: id,
            pageIndex: page,
            kind: .freeText(.init()),
            rect: Rect(x: 20, y: 20, width: 100, height: 30),
            contents: contents
        )
    }

    private func fonts(_ document: Document) throws -> [Int] {
        let numbers =
            try document.base.allObjectIDs().map(\.number) + Array(document.overlay.keys)
        return try Set(numbers).sorted().filter {
            try document.object(ObjectID($0)).dictionary?["InkstoneFace"] != nil
        }
    }

    @Test func undoOfATextGivesTheSameBytesAndRedoToo() async throws {
        let desk = try desk()
        let session = desk.session
        let a = AnnotationReference(pageIndex: 0, id: "a")
        var deltas = [try await session.document.delta()]
        var numbers = SplitMix(seed: 20_261_130)
        let letters = Array("张三李四王五Ωμ אב fi e\u{301}漢字")
        var commands: [EditCommand] = [.add([text("张三", "a")]), .add([text("李", "b", page: 1)])]
        for _ in 0..<30 {
            let count = Int.random(in: 0..<12, using: &numbers)
            let contents = (0..<count).map { _ in letters.randomElement(using: &numbers) ?? "x" }
            commands.append(.editText(a, String(contents)))
        }
        commands += [.copy([a], toPages: [1, 2]), .finish(pages: [0], ids: nil)]
        for command in commands {
            try await session.perform(command)
            await session.endGesture()
            let delta = try await session.document.delta()
            if delta != deltas.last { deltas.append(delta) }
        }
        #expect(deltas.count > 25)
        for expected in deltas.dropLast().reversed() {
            #expect(try await session.undo() != nil)
            #expect(try await session.document.delta() == expected)
        }
        #expect(try await session.undo() == nil)
        for expected in deltas.dropFirst() {
            #expect(try await session.redo() != nil)
            #expect(try await session.document.delta() == expected)
        }
    }

    @Test func anEditAfterASaveKeepsTheFontObject() async throws {
        let desk = try desk()
        let session = desk.session
        try await session.perform(.add([text("张三", "a")]))
        try await session.save()
        let font = try fonts(desk.reopened)
        #expect(font.count == 1)
        let before = try await session.document.delta()
        try await session.perform(.editText(.init(pageIndex: 0, id: "a"), "张三李四"))
        #expect(try await fonts(session.document) == font)
        try await session.undo()
        #expect(try await session.document.delta() == before)
        try await session.redo()
        try await session.save()
        #expect(try fonts(desk.reopened) == font)
    }

    @Test func withoutAShaperATextIsWesternOrRefused() async throws {
        let desk = try Desk()
        try await desk.session.perform(.add([text("Grüße", "a")]))
        let fault = await #expect(throws: Fault.self) {
            try await desk.session.perform(.editText(.init(pageIndex: 0, id: "a"), "张"))
        }
        #expect(fault?.code == .unsupported)
        #expect(try await desk.session.annotations(onPage: 0).map(\.contents) == ["Grüße"])
    }
}
