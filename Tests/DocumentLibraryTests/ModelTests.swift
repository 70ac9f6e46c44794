// SPDX-License-Identifier: Apache-2.0
import Faults
import SeededNumbers
import Testing

@testable import DocumentLibrary

/// Whatever is done in whatever order, the library holds what a plain list would hold, also after
/// it was closed and opened.
@Suite struct ModelTests {
    private struct Known: Equatable {
        var name: String
        var bytes: [UInt8]
        var isDeleted = false
        var position: ReadingPosition?
    }

    @Test(arguments: UInt64(1)...6)
    func theLibraryDoesWhatAListDoes(seed: UInt64) throws {
        let playground = try LibraryPlayground()
        var library = try playground.open()
        var numbers = SplitMix(seed: seed)
        var known: [String: Known] = [:]
        for step in 0..<60 {
            let id = known.keys.sorted().randomElement(using: &numbers)
            switch (Int.random(in: 0..<9, using: &numbers), id) {
            case (0, _), (_, nil):
                let bytes = numbers.bytes(Int.random(in: 0...2000, using: &numbers))
                let record = try library.take("imported \(step)", bytes)
                known[record.id] = Known(name: "imported \(step)", bytes: bytes)
            case (1, let id?):
                _ = try library.rename(id, to: "renamed \(step)")
                known[id]?.name = "renamed \(step)"
            case (2, let id?), (3, let id?):
                _ = try library.delete(id)
                known[id]?.isDeleted = true
            case (4, let id?):
                _ = try library.restore(id)
                known[id]?.isDeleted = false
            case (5, let id?):
                let place = ReadingPosition(pageIndex: step, y: 0.5)
                try library.keepPosition(id, place)
                known[id]?.position = place
            case (6, let id?):
                let copy = try library.duplicate(id, name: "copy \(step)")
                known[copy.id] = Known(name: "copy \(step)", bytes: known[id]?.bytes ?? [])
            case (7, let id?):
                try library.deletePermanently(id)
                known[id] = nil
            case (_, _?):
                let gone = try library.purgeDeleted(olderThan: 0)
                #expect(Set(gone) == Set(known.filter { $0.value.isDeleted }.keys))
                known = known.filter { !$0.value.isDeleted }
            }
            if step.isMultiple(of: 10) {
                let before = try library.all()
                _ = consume library
                library = try playground.open()
                #expect(try library.all() == before, "seed \(seed), step \(step)")
            }
            try compare(library, known, playground, "seed \(seed), step \(step)")
        }
        try library.checkWhole()
    }

    private func compare(
        _ library: DocumentLibrary,
        _ known: [String: Known],
        _ playground: LibraryPlayground,
        _ place: Comment
    ) throws {
        var found: [String: Known] = [:]
        for record in try library.all() {
            found[record.id] = Known(
                name: record.name,
                bytes: try #require(playground.bytes("documents/\(record.id).pdf")),
                isDeleted: record.deleted != nil,
                position: record.position
            )
        }
        #expect(found == known, place)
        #expect(try library.list().allSatisfy { $0.deleted == nil }, place)
    }
}
