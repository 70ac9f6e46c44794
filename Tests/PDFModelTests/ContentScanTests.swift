// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PDFModel

/// Each row was put before a mark and rendered with PDFium, MuPDF and Poppler.
@Suite struct ContentScanTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var content: String
        var saves = 1
        var closing = ""
        var testDescription: String { content }
    }

    private func scan(_ text: String) -> ContentScan { ContentScan(scanning: bytes(text)) }

    @Test(arguments: [
        "", " ", "\0\0", "5 5 m 9 9 l S", "q 1 0 0 1 5 5 cm 0 g Q", "q(abc)Q/Name q[1]0 d Q",
        "BT 5 5 Td (x) Tj T* 1 0 0 1 0 0 Tm [(A)-3(B)]TJ ET", "/Span <</MCID 0>> BDC EMC",
        "q % Q Q\rQ", "(q (BT \\( q))", "<71 20 71>",
        "/X Do /S sh /T MP /T /P DP BX EX", "true false null", "q\0Q\0q\u{0C}Q", "0 0 5 5 re\nf*",
        "[1 [2] 3]", "1 2 3",
    ])
    func harmlessContentNeedsNothing(content: String) {
        let found = scan(content)
        #expect(found.isClean)
        #expect(found.opening.isEmpty && found.closing.isEmpty)
    }

    @Test(arguments: [
        "1 0 0 1 5 5 cm", "1 g", "/GS gs", "7 Tr", "3 w", "0 0 5 5 re W n", "BT 3 TL ET",
        "/F1 12 Tf", "1 2 (x) \"", "xx", "qq", "QQ",
        "q1 0 0 1 5 5cm", "[1] 0 d", "/Cs cs", "0 0 0 0 9 9 d1", "cm", "2 0 0 2 0 0cm",
    ])
    func whatChangesTheBaseStateIsSaid(content: String) {
        let found = scan(content)
        #expect(found.changesBaseState)
        #expect(found.opening == bytes("q\n"))
        #expect(found.closing.isEmpty)
    }

    @Test(arguments: [
        Row(content: "q q", closing: "\nQ\nQ\n"),
        Row(content: "q BT /X BMC", closing: "\nEMC\nET\nQ\n"),
        Row(content: "/X BMC q BT", closing: "\nET\nQ\nEMC\n"),
        Row(content: "q BT Q", closing: "\nET\n"),
        Row(content: "BT BT", closing: "\nET\n"),
        Row(content: "BT q ET", closing: "\nQ\n"),
        Row(content: "5 5 m", closing: "\nn\n"),
        Row(content: "0 0 5 5 re", closing: "\nn\n"),
        Row(content: "q 5 5 m Q", closing: "\nn\n"),
        Row(content: "q W", closing: "\nn\nQ\n"),
        Row(content: "BX BX EX", closing: "\nEX\n"),
        Row(content: "(a", closing: "\n)\n"),
        Row(content: "(a(b(c)", closing: "\n))\n"),
        Row(content: "(a\\)", closing: "\n)\n"),
        Row(content: "(a\\", closing: "\n)\n"),
        Row(content: "<41", closing: "\n>\n"),
        Row(content: "[(a) 1", closing: "\n]\n"),
        Row(content: "[ << /A [ (x", closing: "\n)\n]\n>>\n]\n"),
        Row(content: "/Span << /Lang (en) /A <<", closing: "\n>>\n>>\n"),
        Row(content: "<< /A", closing: "\nnull>>\n"),
        Row(content: "% q", closing: "\n"),
        Row(content: "q BT [(x", closing: "\n)\n]\nET\nQ\n"),
    ])
    func whatIsLeftOpenIsClosedInOrder(row: Row) {
        let found = scan(row.content)
        #expect(String(decoding: found.closing, as: UTF8.self) == row.closing)
        #expect(found.opening == bytes("q\n"))
        #expect(found.obstacles.isEmpty)
    }

    @Test(arguments: ["ET ET", "EMC", "EX EX", "] > >> ) } {", "n f h n"])
    func strayEndsAreNobodysBusiness(content: String) {
        #expect(scan(content).isClean || scan(content).closing.isEmpty)
        #expect(scan(content).obstacles.isEmpty && !scan(content).changesBaseState)
    }

    @Test func strayRestoresOfAnUntouchedStateAskForMoreSaves() {
        let found = scan("q q Q Q Q Q 5 5 m S")
        #expect(found.extraSaves == 2)
        #expect(found.opening == bytes("q\nq\nq\n"))
        #expect(found.obstacles.isEmpty && found.closing.isEmpty)
    }

    @Test func strayRestoresOfAChangedStateAreTakenOut() {
        let content = bytes("0 g 5 Q 1 0 0 rg Q")
        let found = ContentScan(scanning: content)
        #expect(found.strayRestores == [6..<7, 17..<18])
        #expect(
            String(decoding: found.removingObstacles(from: content[...]), as: UTF8.self)
                == "0 g 5  BX EX  1 0 0 rg  BX EX "
        )
    }

    @Test func aSliceCountsFromItsOwnStart() {
        let content = bytes("junk 0 g Q")[5...]
        let found = ContentScan(scanning: content)
        #expect(found.strayRestores == [4..<5])
        #expect(found.removingObstacles(from: content) == bytes("0 g  BX EX "))
    }

    @Test func aStrayRestoreInATextObjectIsTakenOut() {
        #expect(scan("BT 5 5 Td Q (x) Tj ET").strayRestores == [10..<11])
    }

    @Test func theWordEndstreamIsTakenOut() {
        #expect(scan("q Q endstream q Q").obstacles == [.init(kind: .falseEnd, range: 4..<13)])
        #expect(scan("(endstream) /endstream").obstacles.isEmpty)
    }

    /// Poppler reads an operator after a number's digits, PDFium and MuPDF one unknown word.
    @Test func operatorsGluedToNumbersAreDoubtful() {
        let opened = scan("0q")
        #expect(opened.openSaves == 1 && opened.extraSaves == 1)
        let closed = scan("q 5 -.5Q")
        #expect(closed.openSaves == 1 && closed.extraSaves == 1)
    }

    /// PDFium takes the bytes 0x80 and 0xFF for white space.
    @Test func disputedWhiteSpaceMakesOperatorsDoubtful() {
        for content in [[0x71, 0x80], [0x2F, 0x41, 0xFF, 0x71], [0x80, 0x71]] as [[UInt8]] {
            let found = ContentScan(scanning: content)
            #expect(found.openSaves == 1 && found.extraSaves == 1)
        }
    }

    /// MuPDF leaves an array at the first word inside a text object, others read on to its end.
    @Test func operatorsInBracketsMayOpenButNotClose() {
        let found = scan("q BT [ x q Q ET ]")
        #expect(String(decoding: found.closing, as: UTF8.self) == "\nQ\nET\nQ\n")
        #expect(found.extraSaves == 2)
    }
}

/// The bytes of a text in ASCII.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
