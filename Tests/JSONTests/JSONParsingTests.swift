// SPDX-License-Identifier: Apache-2.0
import JSON
import SeededNumbers
import Testing

private func parse(_ text: String) throws -> JSONValue { try JSONValue.parse(Array(text.utf8)) }

@Suite struct JSONParsingTests {
    @Test func everyKindOfValueIsRead() throws {
        let value = try parse(
            #" {"a":[1,-2.5e3,0.25,true,false,null],"b":"x\n\u00e9\ud83d\ude00/\/","c":{}} "#
        )
        #expect(
            value == [
                "a": [1, -2500, 0.25, true, false, nil], "b": "x\né😀//", "c": [:],
            ]
        )
        #expect(value["a"]?[1]?.double == -2500)
        #expect(value["a"]?[0]?.int == 1)
        #expect(value["a"]?[2]?.int == nil)
        #expect(value["a"]?[9] == nil)
        #expect(value["b"]?.string == "x\né😀//")
        #expect(value["c"]?.object == [])
        #expect(value["d"] == nil)
    }

    @Test func theLastOfTwoMembersCountsAndTheOrderStays() throws {
        let value = try parse(#"{"z":1,"a":2,"z":3}"#)
        #expect(value["z"] == 3)
        #expect(value.object?.map(\.key) == ["z", "a", "z"])
    }

    @Test(arguments: [
        ("", 0), (" ", 1), ("nul", 0), ("[1,]", 3), ("[,1]", 1), ("{\"a\":1,}", 7), ("{a:1}", 1),
        ("{\"a\"}", 4), ("{\"a\":}", 5), ("[1 2]", 3), ("01", 1), ("-", 1), ("1.", 2), (".5", 0),
        ("1e", 2), ("1e+", 3), ("+1", 0), ("1e400", 0), ("NaN", 0), ("[1", 2), ("{", 1),
        ("\"a", 2), ("\"\u{1}\"", 1), ("\"\\x\"", 1), ("\"\\u12g4\"", 5), ("\"\\ud800\"", 1),
        ("\"\\ud800\\u0041\"", 1), ("\"\\udc00\"", 1), ("\"\\", 1), ("\"\\u", 3), ("1 1", 2),
        ("truex", 4), ("\u{0}", 0), ("[]]", 2), ("'a'", 0), ("/**/1", 0), ("\u{A0}1", 0),
    ])
    func aMistakeIsToldWithItsPlace(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try parse(text) }
        #expect(error?.byteOffset == offset)
        #expect(error?.message.hasSuffix(".") == true)
    }

    @Test func anErrorReadsAsASentence() {
        let error = #expect(throws: JSONError.self) { try parse("[1,]") }
        #expect(error?.description == "There is a comma before the closing bracket. (byte 3)")
    }

    @Test func nestingIsLimited() throws {
        let allowed = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        _ = try parse(allowed)
        #expect(throws: JSONError.self) { try parse("[" + allowed + "]") }
        #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONError.self) {
            try parse(String(repeating: #"{"a":"#, count: 1_000_000))
        }
    }

    @Test func aNumberMayBeLongButNotEndless() throws {
        #expect(try parse("1" + String(repeating: "0", count: 300)).double == 1e300)
        #expect(throws: JSONError.self) { try parse(String(repeating: "1", count: 1_000_000)) }
    }

    @Test func aByteOrderMarkIsIgnored() throws {
        #expect(try parse("\u{FEFF}7") == 7)
    }

    @Test func utf8IsCheckedAsTheStandardLibraryDoes() {
        var random = SplitMix(seed: 5)
        let parts: [UInt8] = [
            0x20, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
            0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        for _ in 0..<50_000 {
            let inner = (0..<Int(random.next() % 6)).map { _ in
                parts[Int(random.next() % UInt64(parts.count))]
            }
            let bytes = [0x22] + inner + [0x22]
            let expected = String(validating: inner, as: UTF8.self)
            let found = try? JSONValue.parse(bytes)
            #expect(found?.string == expected, "\(inner)")
        }
    }

    @Test func anyBytesAtAllGiveAValueOrAnError() {
        var random = SplitMix(seed: 6)
        let seedText = Array(#"{"a":[1,-2.5e3,true,null,"x\u00e9\n"],"b":{"c":"é"}}"#.utf8)
        for _ in 0..<50_000 {
            var bytes = seedText
            for _ in 0..<Int(random.next() % 5 + 1) {
                let at = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: at)
                default: bytes.insert(bytes[Int(random.next() % UInt64(bytes.count))], at: at)
                }
            }
            do {
                let value = try JSONValue.parse(bytes)
                #expect(try JSONValue.parse(Array(value.serialised().utf8)) == value)
            } catch {
                #expect((0...bytes.count).contains(error.byteOffset))
            }
        }
    }
}
