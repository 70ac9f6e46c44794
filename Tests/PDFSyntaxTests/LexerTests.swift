// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing

@testable import PDFSyntax

@Suite struct LexerTests {
    private func tokens(_ text: String) -> [Token] {
        let bytes = Array(text.utf8)
        var lexer = Lexer(bytes[...])
        var tokens: [Token] = []
        while true {
            let token = lexer.next()
            if token == .end { return tokens }
            tokens.append(token)
        }
    }

    private func keyword(_ word: String) -> Token { .keyword(Array(word.utf8)[...]) }
    private func string(_ text: String) -> Token { .string(Array(text.utf8)) }

    @Test(arguments: [
        ("0", Token.integer(0)), ("-0", .integer(0)), ("+17", .integer(17)), ("-98", .integer(-98)),
        ("--5", .integer(-5)), ("+-5", .integer(-5)), ("007", .integer(7)), ("12-34", .integer(12)),
        ("-", .integer(0)), ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .real(0x1p63)),
        ("-9223372036854775808-1", .integer(.min)), ("-9223372036854775809", .real(-0x1p63)),
        ("34.5", .real(34.5)), ("-3.62", .real(-3.62)), ("+123.6", .real(123.6)), ("4.", .real(4)),
        ("-.002", .real(-0.002)), (".5", .real(0.5)), (".", .real(0)), ("0.0", .real(0)),
        ("1.2.3", .real(1.2)), ("1.5-7", .real(1.5)), ("--1.5", .real(-1.5)),
        ("0.1", .real(0.1)), ("123456789.123456789", .real(123456789.123456789)),
        ("0.000000000000000000000000000001", .real(1e-30)), ("9007199254740993.0", .real(0x1p53)),
    ])
    func aNumberIsReadAsTheKnownReadersDo(text: String, token: Token) {
        #expect(tokens(text) == [token])
    }

    @Test(arguments: ["1e5", "12abc", "0x10", "+a", "1#20", "nul", "truefalse", "endobj5"])
    func aRunOfRegularBytesWithLettersIsAKeyword(text: String) {
        #expect(tokens(text) == [keyword(text)])
    }

    @Test func namesUndoTheirEscapes() {
        #expect(tokens("/A#20B") == [.name("A B")])
        #expect(tokens("/") == [.name("")])
        #expect(tokens("//A") == [.name(""), .name("A")])
        #expect(tokens("/#") == [.name("#")])
        #expect(tokens("/A#4") == [.name("A#4")])
        #expect(tokens("/A#4g#41") == [.name("A#4gA")])
        #expect(tokens("/A#00#FF") == [.name("A\u{0}\u{FF}")])
        #expect(tokens("/A/B[") == [.name("A"), .name("B"), .arrayOpen])
        #expect(tokens("/A;B_$@*'\"") == [.name("A;B_$@*'\"")])
    }

    @Test func literalStringsUndoTheirEscapes() {
        #expect(tokens("(a(b)c)") == [string("a(b)c")])
        #expect(tokens("(\\n\\r\\t\\b\\f\\(\\)\\\\)") == [string("\n\r\t\u{8}\u{C}()\\")])
        #expect(tokens("(\\53\\053\\0533\\5)") == [string("+++3\u{5}")])
        #expect(tokens("(\\400)") == [string("\u{0}")])
        #expect(tokens("(\\8\\z)") == [string("8z")])
        #expect(tokens("(a\\\nb\\\r\nc\\\rd)") == [string("abcd")])
        #expect(tokens("(a\rb\r\nc\nd)") == [string("a\nb\nc\nd")])
        #expect(tokens("()") == [string("")])
        #expect(tokens("(%no comment)") == [string("%no comment")])
        #expect(tokens("(open") == [string("open")])
        #expect(tokens("(open\\") == [string("open")])
    }

    @Test func hexadecimalStringsMayBeOdd() {
        #expect(tokens("<48 65\n6C6c 6F>") == [string("Hello")])
        #expect(tokens("<4>") == [string("@")])
        #expect(tokens("<>") == [string("")])
        #expect(tokens("<4z8>") == [string("H")])
        #expect(tokens("<48") == [string("H")])
    }

    @Test func delimitersEndTokensAndCommentsAreWhiteSpace() {
        #expect(
            tokens("[1/A(b)<63>true]") == [
                .arrayOpen, .integer(1), .name("A"), string("b"), string("c"), keyword("true"),
                .arrayClose,
            ]
        )
        #expect(tokens("1%comment\n2%\r3%") == [.integer(1), .integer(2), .integer(3)])
        #expect(tokens("<<>>") == [.dictionaryOpen, .dictionaryClose])
        #expect(
            tokens("<</A>>>") == [
                .dictionaryOpen, .name("A"), .dictionaryClose, keyword(">"),
            ]
        )
        #expect(tokens("){}") == [keyword(")"), keyword("{"), keyword("}")])
        #expect(tokens("\u{0}\t\u{C}1\u{0}2") == [.integer(1), .integer(2)])
    }

    @Test func aLongFractionIsExact() {
        let digits = "3.14159265358979323846264338327950288419716939937510"
        #expect(tokens(digits) == [.real(3.14159265358979323846)])
    }
}
