// SPDX-License-Identifier: Apache-2.0
import Foundation
import SeededNumbers
import Testing

@testable import PDFModel

/// Law: the short way of the scanner finds what the careful way finds, in any bytes.
@Suite struct ContentScanShortWayTests {
    /// Pieces of pages as programs write them.
    private static let pages = [
        "1 0 0 1 0 0 cm  BT /F1 12 Tf 14.4 TL ET\nBT 1 0 0 1 72 785 Tm /F2+0 12 Tf 14.4 TL "
            + "(Chapter 1, sheet 1 of a text that is longer than a row) Tj T* ET\n",
        "q BT /F1 9 Tf [(A)-3(B\\)) 120.5 <0041> -.5 (C(D)E)]TJ ET Q\r\nq 1 g 0 0 5 5 re f* Q",
        "/P <</MCID 0>> BDC BT <00410042>Tj T* 1 2 (x) \" (y) ' ET EMC /Artifact BMC EMC",
        "q 10 0 0 10 0 0 cm /Im0 Do Q\n0 0 m 1 1 l 2 2 3 3 4 4 c h W n [3 1] 0 d 5 w S",
        "q BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q BX 1 2 xx EX % a remark\n[/A [1 2] (b)] 0 d",
        "BT 0Tr(a)Tj/F1 1Tf[<41>(b)]TJ 0Q 1 0 0 1 5 3cm ET q Q Q (open",
    ].map { Array($0.utf8) }

    private static let oddBytes =
        Array("()<>[]{}/% \n\r\\0.-+'\"*qQBTETIDEMC".utf8) + [0, 0x0C, 0x80, 0xFF, 0x7F]

    private func agree(_ content: [UInt8]) -> Bool {
        ContentScan(scanning: content)
            == ContentScan(scanning: content[...], usesShortWay: false)
    }

    @Test func everyBeginningAndEveryEndOfAPageIsReadAlike() {
        for page in Self.pages {
            for cut in 0...page.count {
                #expect(agree(Array(page[..<cut])))
                #expect(agree(Array(page[cut...])))
            }
        }
    }

    @Test func everyOddByteAtEveryPlaceIsReadAlike() {
        for page in Self.pages {
            for place in page.indices {
                for byte in Self.oddBytes {
                    var content = page
                    content[place] = byte
                    guard agree(content) else {
                        Issue.record("\(String(decoding: content, as: UTF8.self))")
                        return
                    }
                }
            }
        }
    }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func mixedAndMutatedPagesAreReadAlike(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for round in 0..<5_000 {
            var content: [UInt8] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let page = Self.pages.randomElement(using: &random) ?? []
                let start = Int.random(in: 0...page.count, using: &random)
                content += page[start...].prefix(Int.random(in: 0...80, using: &random))
            }
            for _ in 0..<Int.random(in: 0...6, using: &random) where !content.isEmpty {
                let place = Int.random(in: 0..<content.count, using: &random)
                let byte = Self.oddBytes.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...2, using: &random) {
                case 0: content[place] = byte
                case 1: content.insert(byte, at: place)
                default: content.remove(at: place)
                }
            }
            guard agree(content) else {
                Issue.record(
                    "seed \(seed), round \(round): \(String(decoding: content, as: UTF8.self))"
                )
                return
            }
        }
    }

    @Test func allBytesInShortRowsAreReadAlike() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let content = [0x71, 0x20, first, second, 0x20, 0x51, 0x20, 0x67, 0x20]
                guard agree(content) else {
                    Issue.record("\(content)")
                    return
                }
            }
        }
    }

    /// The bytes that fuzzing keeps.
    @Test func keptSeedsAreReadAlike() throws {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Seeds/content")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        #expect(!files.isEmpty)
        for file in files { #expect(agree(Array(try Data(contentsOf: file)))) }
    }
}
