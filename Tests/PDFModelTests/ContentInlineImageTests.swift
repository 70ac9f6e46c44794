// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PDFModel

@Suite struct ContentInlineImageTests {
    /// After each image stands `q`, which is found only when the image's end is.
    private func expectEnd(
        _ content: [UInt8],
        components: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let whole = content + bytes(" q 5 5 m S")
        let found = ContentScan(scanning: whole[...]) { _ in components }
        #expect(found.openSaves == 1, sourceLocation: sourceLocation)
        #expect(found.obstacles.isEmpty, sourceLocation: sourceLocation)
        #expect(found.closing == bytes("\nQ\n"), sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        "/W 2 /H 4 /BPC 8 /CS /G", "/Width 8/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
        "/W 8 /H 8 /IM true", "/W 8 /H 8 /ImageMask true /D [1 0] /CS null",
        "/W 2 /H 1 /BPC 8 /CS /CMYK", "/W 1 /H 4 /BPC 4 /CS /RGB", "/W 8 /H 8",
        "/W 4 /H 2 /BPC 8 /CS [/I /RGB 1 <000000 FF0000>]", "/W 2.5 /H 4 /BPC 8 /CS /G",
        "/W 2 /H 4 /BPC 8 /CS /G /F [] /DP [<</K (])>> null]", "/W 2%c\n/H 4 /BPC 8/CS/G /F null",
    ])
    func theDictionarySaysHowLongPlainDataIs(dictionary: String) {
        expectEnd(bytes("BI \(dictionary) ID  EI q (Q EI"))
        expectEnd(bytes("BI \(dictionary) ID\n EI q (Q\nEI"))
    }

    @Test func aNamedColourSpaceIsAskedFor() {
        expectEnd(bytes("BI /W 1 /H 2 /BPC 8 /CS /Cs7 ID  EI q (Q EI"), components: 4)
        expectEnd(bytes("BI /W 1 /H 2 /BPC 8 /CS /Cs7 ID \u{1}\u{2}\u{3}\u{4} EI"))
    }

    @Test func encodedDataEndsAtItsMark() {
        expectEnd(bytes("BI /W 2 /H 2 /F /A85 ID EI EI z~> EI"))
        expectEnd(bytes("BI /W 2 /H 2 /F [/A85 /Fl] ID EI q z~>\nEI"))
        expectEnd(bytes("BI /W 2 /H 2 /Filter /ASCIIHexDecode ID 00 11\n22>EI"))
    }

    @Test func compressedDataEndsAtTheFirstMarkBeforeContent() {
        let data: [UInt8] = [
            0x78, 0x9C, 0x20, 0x45, 0x49, 0x20, 0x01, 0x45, 0x49, 0x0A, 0xFF, 0x33,
        ]
        for before in ["\nEI", " EI", "EI"] {
            expectEnd(bytes("BI /W 9 /H 9 /BPC 8 /CS /RGB /F /Fl ID ") + data + bytes(before))
        }
    }

    @Test(arguments: [
        "BI", "BI /W", "BI /W 9", "BI /W 9 /H [", "BI /W 9 /H (a", "BI /W 9 /D <a", "BI /W 9 ID",
        "BI /W 9 /H 9 /BPC 8 /CS /G ID abc EI Q q", "BI /F /Fl ID abc", "BI /F /A85 ID abc",
        "BI /F /AHx ID 00", "BI /W 99999999999999999999 /H 2147483647 /BPC 8 /CS /G ID x",
        "BI /W -5 /H 5 ID x", "BI 5 ( /W",
    ])
    func anImageWithoutAnEndIsTakenOut(image: String) {
        let content = bytes("q Q " + image)
        let found = ContentScan(scanning: content)
        #expect(found.obstacles == [.init(kind: .unfinishedImage, range: 4..<content.count)])
        #expect(found.closing.isEmpty && !found.changesBaseState)
        #expect(found.removingObstacles(from: content[...]) == bytes("q Q  BX EX "))
    }

    @Test func aBeginningWithoutDataIsTakenOutAlone() {
        let found = ContentScan(scanning: bytes("BI /W 9 /H 9 q"))
        #expect(found.obstacles == [.init(kind: .unfinishedImage, range: 0..<2)])
        #expect(found.openSaves == 1)
    }
}
