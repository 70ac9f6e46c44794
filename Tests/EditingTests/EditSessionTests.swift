// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Editing
import Faults
import Geometry
import PDFModel
import PDFSyntax
import SeededNumbers
import Testing

@Suite struct EditSessionTests {
    @Test func undoGivesTheSameBytesAndRedoToo() async throws {
        let desk = try Desk()
        let session = desk.session
        var deltas = [try await session.document.delta()]
        let commands: [EditCommand] = [
            .add([Samples.box(10, 10, id: "a"), Samples.box(100, 10, id: "b")]),
            .move([.init(pageIndex: 0, id: "a")], x: 5, y: 7),
            .rotatePages([0, 2], degrees: 90),
            .deletePages([3]),
            .movePages([0], before: 3),
            .insertBlankPages(.likeNeighbour, count: 2, before: 1),
            .group(
                name: "Both",
                [.remove([.init(pageIndex: 4, id: "b")]), .add([Samples.box(1, 1, page: 1)])]
            ),
        ]
        for command in commands {
            try await session.perform(command)
            deltas.append(try await session.document.delta())
            desk.clock.advance(by: .seconds(5))
        }
        #expect(Set(deltas).count == deltas.count)
        for expected in deltas.dropLast().reversed() {
            #expect(try await session.undo() != nil)
            #expect(try await session.document.delta() == expected)
        }
        #expect(try await session.undo() == nil)
        #expect(await !session.state.isDirty)
        for expected in deltas.dropFirst() {
            #expect(try await session.redo() != nil)
            #expect(try await session.document.delta() == expected)
        }
        #expect(await session.state.undoName == "Both")
    }

    @Test func aDragIsOneStep() async throws {
        let desk = try Desk()
        let a = AnnotationReference(pageIndex: 0, id: "a")
        try await desk.session.perform(.add([Samples.box(10, 10, id: "a")]))
        for _ in 0..<20 {
            try await desk.session.perform(.move([a], x: 1, y: 0))
            desk.clock.advance(by: .milliseconds(16))
        }
        #expect(try await desk.session.undo() == "Move Annotation")
        #expect(try await desk.session.annotations(onPage: 0).map(\.rect.x) == [10])
        #expect(try await desk.session.redo() != nil)
        await desk.session.endGesture()
        try await desk.session.perform(.move([a], x: 1, y: 0))
        #expect(try await desk.session.undo() != nil)
        #expect(try await desk.session.annotations(onPage: 0).map(\.rect.x) == [30])
    }

    @Test func aGroupThatFailsChangesNothing() async throws {
        let desk = try Desk()
        let before = try await desk.session.document.delta()
        let fault = await #expect(throws: Fault.self) {
            try await desk.session.perform(
                .group(
                    name: "Both",
                    [.add([Samples.box(1, 1)]), .remove([.init(pageIndex: 0, id: "none")])]
                )
            )
        }
        #expect(fault?.code == .notFound)
        #expect(try await desk.session.document.delta() == before)
        #expect(await desk.session.state.undoName == nil)
    }

    @Test func aLockedAnnotationStays() async throws {
        let desk = try Desk()
        var box = Samples.box(1, 1, id: "a")
        box.isLocked = true
        try await desk.session.perform(.add([box]))
        let a = AnnotationReference(box)
        for command in [EditCommand.move([a], x: 1, y: 1), .remove([a])] {
            let fault = await #expect(throws: Fault.self) {
                try await desk.session.perform(command)
            }
            #expect(fault?.code == .permissionDenied)
        }
    }

    @Test func copiesComeOntoOtherPagesInOneStep() async throws {
        let desk = try Desk()
        try await desk.session.perform(.add([Samples.box(10, 10, id: "a")]))
        let outcome = try await desk.session.perform(
            .copy([.init(pageIndex: 0, id: "a")], toPages: [1, 2, 3])
        )
        #expect(outcome.annotations.map(\.pageIndex) == [1, 2, 3])
        #expect(outcome.changedPages == [1, 2, 3])
        for page in 1...3 {
            let found = try await desk.session.annotations(onPage: page)
            #expect(found.count == 1 && found[0].rect.x == 10)
        }
        try await desk.session.undo()
        for page in 1...3 {
            #expect(try await desk.session.annotations(onPage: page).isEmpty)
        }
    }

    @Test func aClickTakesTheTopmostAndALassoAllItTouches() async throws {
        let desk = try Desk()
        var filled = Samples.box(10, 10, id: "low")
        filled.interiorColor = .yellow
        var upper = filled
        upper.id = "high"
        try await desk.session.perform(.add([filled, upper, Samples.box(200, 100, id: "far")]))
        let click = try await desk.session.select(.point(Point(x: 12, y: 10), reach: 1), onPage: 0)
        #expect(click.members == [.init(pageIndex: 0, id: "high")])
        let lasso = SelectionArea.lasso([
            Point(x: 0, y: 0), Point(x: 300, y: 0), Point(x: 0, y: 60),
        ])
        let chosen = try await desk.session.select(lasso, onPage: 0, .add)
        #expect(chosen.members.map(\.id).sorted() == ["high", "low"])
        try await desk.session.perform(.remove([.init(pageIndex: 0, id: "low")]))
        #expect(await desk.session.selection.members.map(\.id) == ["high"])
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func anyWayThroughTheHistoryEqualsItsReplay(seed: UInt64) async throws {
        let desk = try Desk(pages: 6)
        var walk = RandomWalk(seed: seed)
        // The commands that count, as after every undo and redo.
        var (done, place) = ([EditCommand](), 0)
        var saves = 0
        for _ in 0..<200 {
            switch walk.random.next() % 10 {
            case 0, 1:
                if try await desk.session.undo() != nil { place -= 1 }
            case 2:
                if try await desk.session.redo() != nil { place += 1 }
            case 3:
                if saves < 5, try await desk.session.save() { saves += 1 }
            default:
                let command = try walk.command(on: await desk.session.document)
                let edition = await desk.session.state.edition
                try await desk.session.perform(command)
                if await desk.session.state.edition == edition { continue }
                done = Array(done[..<place]) + [command]
                place += 1
            }
            desk.clock.advance(by: .seconds(3))
        }
        let replay = try Desk(pages: 6)
        for command in done[..<place] {
            try await replay.session.perform(command)
            replay.clock.advance(by: .seconds(3))
        }
        let (got, wanted) = (await desk.session.document, await replay.session.document)
        let count = try PageTree(wanted).count()
        #expect(try PageTree(got).count() == count, "seed \(seed)")
        for page in 0..<count {
            #expect(try PageTree(got).page(at: page).space == PageTree(wanted).page(at: page).space)
            let mine = try await desk.session.annotations(onPage: page)
            let theirs = try await replay.session.annotations(onPage: page)
            #expect(mine.map(\.withoutName) == theirs.map(\.withoutName), "seed \(seed)")
        }
        // And what is saved is what was there.
        try await desk.session.save()
        let saved = try desk.reopened
        #expect(try PageTree(saved).count() == count, "seed \(seed)")
    }
}

extension Annotation {
    /// Names are made anew in a replay.
    var withoutName: Annotation {
        var copy = self
        copy.id = ""
        return copy
    }
}

/// Makes commands that can be done.
struct RandomWalk {
    var random: SplitMix
    private var made = 0

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(count, 1))) }

    mutating func command(on document: Document) throws -> EditCommand {
        let count = try PageTree(document).count()
        let page = pick(count)
        let place = Point(x: random.double(in: 10...250), y: random.double(in: 10...200))
        made += 1
        let box = Samples.box(place.x.rounded(), place.y.rounded(), page: page, id: "box\(made)")
        let there = try document.annotationNames(onPage: page)
        let some =
            there.isEmpty
            ? nil
            : AnnotationReference(
                pageIndex: page,
                id: there[pick(there.count)]
            )
        switch (pick(12), some) {
        case (0, _) where count > 2: return .deletePages([page])
        case (1, _): return .rotatePages([page], degrees: 90)
        case (2, _): return .movePages([page], before: pick(count + 1))
        case (3, _) where count < 9:
            return .insertBlankPages(.likeNeighbour, count: 1, before: pick(count + 1))
        case (4, let id?): return .move([id], x: 3, y: 4)
        case (5, let id?): return .remove([id])
        case (6, let id?): return .editText(id, "text \(made)")
        case (7, let id?): return .group(name: "Group", [.add([box]), .move([id], x: 1, y: 1)])
        default: return .add([box])
        }
    }
}

extension Document {
    /// The names of a page's annotations.
    fileprivate func annotationNames(onPage index: Int) throws -> [String] {
        let page = try PageTree(self).page(at: index)
        return try (value("Annots", in: page.dictionary).array ?? []).compactMap { element in
            try resolve(element).dictionary?["NM"]?.string.map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }
}
