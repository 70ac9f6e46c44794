// SPDX-License-Identifier: Apache-2.0
import PDFSyntax
import Testing

@testable import PDFModel

/// Page labels as people read them (ISO 32000-2, 12.4.2).
@Suite struct PageLabelTextTests {
    private func labels(_ numbers: String, pages: Int) throws -> [String]? {
        try FileBuilder.pages(pages, catalog: "/PageLabels << /Nums [\(numbers)] >>")
            .navigation.pageLabels
    }

    @Test func aBookHasPrefaceChaptersAndAppendix() throws {
        let found = try labels(
            "0 << /S /r >> 2 << /S /D /St 1 >> 5 << /S /A /P (App-) /St 26 >> 7 << /P (Back) >>",
            pages: 9
        )
        #expect(found == ["i", "ii", "1", "2", "3", "App-Z", "App-AA", "Back", "Back"])
    }

    @Test func everyPageHasTheLabelThatAllHave() throws {
        let file = FileBuilder.pages(
            7,
            catalog: "/PageLabels << /Nums [0 << /S /R /St 8 >> 3 << /P <FEFF7B2C> /S /a >>] >>"
        )
        let navigation = try file.navigation
        let all = try #require(navigation.pageLabels)
        #expect(all == ["VIII", "IX", "X", "第a", "第b", "第c", "第d"])
        #expect((0..<7).map { navigation.pageLabel(at: $0) } == all.map(Optional.some))
        #expect(navigation.pageLabel(at: -1) == nil)
    }

    @Test func withoutLabelsThereAreNone() throws {
        #expect(try FileBuilder.pages(2).navigation.pageLabels == nil)
        #expect(try labels("", pages: 2) == nil)
    }

    @Test func pagesBeforeTheFirstRunAreCounted() throws {
        #expect(try labels("2 << /S /r >>", pages: 3) == ["1", "2", "i"])
    }

    @Test func damagedNumbersAreReadAsTheyCan() throws {
        #expect(try labels("1 << /S /r >> 0 << /S /A >> 1 << /S /D >>", pages: 2) == ["A", "i"])
        #expect(try labels("0 << /S /X >> -1 << /S /D >> 99 << /S /D >>", pages: 2) == ["", ""])
        #expect(try labels("0 << /S /r /St -4 >>", pages: 2) == ["-4", "-3"])
        #expect(try labels("0 << /S /r /St 0 >>", pages: 2) == ["0", "i"])
    }

    @Test func valuesMayBeObjectsOfTheirOwn() throws {
        let file = FileBuilder.pages(
            1,
            catalog: "/PageLabels << /Nums [0 << /S 4 0 R /P 5 0 R >>] >>",
            ["/r", "(p)"]
        )
        #expect(try file.navigation.pageLabels == ["pi"])
    }

    @Test func hugeNumbersMakeNoHugeLabels() throws {
        let most = Int.max
        for style in ["R", "r", "A", "a", "D"] {
            let found = try #require(try labels("0 << /S /\(style) /St \(most) >>", pages: 2))
            #expect(found == [String(most), String(Int.min)])
        }
        #expect(try labels("0 << /S /r /St 9999 >>", pages: 1) == ["mmmmmmmmmcmxcix"])
        #expect(try labels("0 << /S /r /St 10000 >>", pages: 1) == ["10000"])
    }

    @Test func aLongPrefixIsCut() throws {
        let long = String(repeating: "p", count: 10_000)
        let found = try #require(try labels("0 << /P (\(long)) >>", pages: 10))
        #expect(found.allSatisfy { $0.utf8.count == 256 })
    }

    @Test func tenThousandPagesHaveLabels() throws {
        let runs = (0..<5_000).map { "\($0 * 2) << /S /r /St \($0 + 1) >>" }
        let found = try #require(try labels(runs.joined(separator: " "), pages: 10_000))
        #expect(found.count == 10_000)
        #expect(found[9_998] == "mmmmm" && found[9_999] == "mmmmmi")
    }
}
