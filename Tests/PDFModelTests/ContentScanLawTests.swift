// SPDX-License-Identifier: Apache-2.0
import SeededNumbers
import Testing

@testable import PDFModel

@Suite struct ContentScanLawTests {
    /// The reader that anybody would write first: a list of what is open.
    struct Model {
        var open: [String] = []
        var hasPath = false
        var changes = false
        var extraSaves = 0
        var strays = 0

        mutating func take(_ word: String) {
            func close(_ opener: String) -> Bool {
                guard let at = open.lastIndex(of: opener) else { return false }
                open.remove(at: at)
                return true
            }
            switch word {
            case "q", "BMC": open.append(word)
            case "BT": if !open.contains("BT") { open.append("BT") }
            case "Q":
                if close("q") { return }
                if changes || open.contains("BT") { strays += 1 } else { extraSaves += 1 }
            case "ET": _ = close("BT")
            case "EMC": _ = close("BMC")
            case "m": hasPath = true
            case "n": hasPath = false
            default: if !open.contains("q") { changes = true }
            }
        }

        var closing: String {
            let ends = ["q": "\nQ", "BT": "\nET", "BMC": "\nEMC"]
            let text = (hasPath ? "\nn" : "") + open.reversed().compactMap { ends[$0] }.joined()
            return text.isEmpty ? "" : text + "\n"
        }
    }

    @Test func allShortSequencesAgreeWithTheModel() {
        let words = ["q", "Q", "BT", "ET", "BMC", "EMC", "m", "n", "cm"]
        for length in 0...5 {
            var total = 1
            for _ in 0..<length { total *= words.count }
            for number in 0..<total {
                var rest = number
                var model = Model()
                var content: [UInt8] = []
                for _ in 0..<length {
                    let word = words[rest % words.count]
                    rest /= words.count
                    model.take(word)
                    content += word.utf8
                    content.append(0x20)
                }
                let found = ContentScan(scanning: content)
                guard found.closing == Array(model.closing.utf8),
                    found.changesBaseState == model.changes,
                    found.extraSaves == model.extraSaves,
                    found.strayRestores.count == model.strays,
                    found.openSaves == model.open.filter({ $0 == "q" }).count
                else {
                    Issue.record("\(String(decoding: content, as: UTF8.self))")
                    return
                }
            }
        }
    }

    private static let vocabulary: [[UInt8]] =
        [
            "q", "Q", "BT", "ET", "/a BMC", "EMC", "0 0 m", "n", "f", "W", "1 0 0 1 5 3cm", "0Q",
            "0q",
            "(a)", "(b", "\\", ")", "<41>", "<", ">", "[", "]", "<<", ">>", "/N", "%c\n", "%",
            "1 g",
            "BX", "EX", "BI", "ID", "EI", "/W 2 /H 2 /BPC 8 /CS /G", "abcd", "/F /Fl", "/F/A85",
            "~>",
            "null", "5", "endstream", "{", "xx",
        ].map { Array($0.utf8) } + [[0x80], [0x51, 0xFF], [0], [0x0D]]

    private func randomContent(_ random: inout SplitMix) -> [UInt8] {
        var content: [UInt8] = []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            content += Self.vocabulary.randomElement(using: &random) ?? []
            if Bool.random(using: &random) { content.append(0x20) }
        }
        return content
    }

    /// Law: content without its obstacles, and then closed, leaves nothing open.
    @Test func closedContentLeavesNothingOpen() {
        var random = SplitMix(seed: 2)
        for round in 0..<5_000 {
            let content = randomContent(&random)
            let found = ContentScan(scanning: content)
            let kept = found.removingObstacles(from: content[...])
            let again = ContentScan(scanning: kept + [0x20] + found.closing)
            guard again.closing.isEmpty, again.openSaves == 0 else {
                Issue.record(
                    "seed 2, round \(round): \(String(decoding: content, as: UTF8.self)) → \(again)"
                )
                return
            }
        }
    }

    @Test func anyBytesAreScanned() {
        var random = SplitMix(seed: 3)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...64, using: &random)
            let content = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let found = ContentScan(scanning: content)
            #expect(found.obstacles.allSatisfy { $0.range.upperBound <= count })
        }
    }

    /// Everything that is looked for in vain must be looked for once only.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "(", "<", "[", "<<", "q", "q ", "BT ", "a BMC ", "BI ", "BI /K ", "BI /K [ ",
            "BI /K ( ",
            "BI ID xEI", "BI /F /A85 ID EI ", "BI /F /AHx ID EI ", "BI /F /Fl ID \u{1}EI ",
            "BI /W 1 /H 1 ID EI ", "BI /W 9999 /H 9 ID EI ", "EI EI ", "%", "0q", "0Q", "[q", "/",
            "BI /K << ", "\u{80}", "(\\", "Q ", "0 g Q ", "q BMC ",
        ]
    ) func hostileRepetitionTakesLinearTime(unit: String) {
        let count = 100_000
        var content: [UInt8] = []
        while content.count < count { content += unit.utf8 }
        let found = ContentScan(scanning: content)
        #expect(found.closing.count <= 4 * content.count)
    }

    @Test func everyOperatorHasASlotOfItsOwn() {
        var slots: Set<Int> = []
        var words = 0
        for (name, list) in ContentOperator.names {
            for word in list.split(separator: " ") {
                let packed = word.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                #expect(ContentOperator.named(packed, length: word.utf8.count) == name)
                slots.insert(ContentOperator.slot(UInt32(packed)))
                words += 1
            }
        }
        #expect(slots.count == words)
        #expect(words == 73)
    }

    @Test func everyByteHasItsFlags() {
        let white: Set<UInt8> = [0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20]
        let delimiters = Set("()<>[]{}/%".utf8)
        for byte in UInt8.min...UInt8.max {
            let flags = ContentByte.flags(byte)
            let ends = white.contains(byte) || delimiters.contains(byte)
            #expect((flags & ContentByte.endsWord != 0) == ends)
            let idle = byte <= 0x20 || "0123456789+-.".utf8.contains(byte)
            #expect((flags & ContentByte.idle != 0) == idle)
            #expect((flags & ContentByte.disputed != 0) == (byte == 0x80 || byte == 0xFF))
        }
    }
}
