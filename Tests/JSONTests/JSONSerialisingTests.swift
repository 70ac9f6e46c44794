// SPDX-License-Identifier: Apache-2.0
import JSON
import SeededNumbers
import Testing

@Suite struct JSONSerialisingTests {
    @Test func outputIsShortAndKeepsTheOrder() {
        let value: JSONValue = ["b": 3, "a": [1.5, -0.0, true, nil, "x"], "e": [], "o": [:]]
        #expect(value.serialised() == #"{"b":3,"a":[1.5,-0,true,null,"x"],"e":[],"o":{}}"#)
        #expect(
            value.serialised(pretty: true) == """
                {
                  "b": 3,
                  "a": [
                    1.5,
                    -0,
                    true,
                    null,
                    "x"
                  ],
                  "e": [],
                  "o": {}
                }
                """
        )
    }

    @Test(
        arguments: [
            (1, "1"), (-7, "-7"), (1e15, "1000000000000000"),
            (9_007_199_254_740_991, "9007199254740991"),
            (0.1, "0.1"), (1e-7, "1e-07"), (1e300, "1e+300"), (.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)]
    )
    func numbersHaveTheFewestDigits(number: Double, text: String) {
        #expect(JSONValue(number).serialised() == text)
    }

    @Test func controlCharactersAreEscaped() {
        #expect(
            JSONValue("\"\\\n\r\t\u{0}\u{1B}\u{7F}\u{9B}é印").serialised()
                == #""\"\\\n\r\t\u0000\u001b\u007f\u009bé印""#
        )
    }

    @Test func membersCanBeSetAndRemoved() {
        var value: JSONValue = ["a": 1]
        value["b"] = "\(1 + 1) pages"
        value["a"] = 2
        value["c"] = nil
        #expect(value == ["a": 2, "b": "2 pages"])
        value["a"] = .some(.null)
        #expect(value["a"] == .null)
        value["a"] = nil as JSONValue?
        #expect(value == ["b": "2 pages"])
    }

    @Test func whatIsWrittenReadsBackAsItWas() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var random = SplitMix(seed: seed)
        for _ in 0..<2000 {
            let value = Self.value(&random, depth: 4)
            for pretty in [false, true] {
                let text = value.serialised(pretty: pretty)
                #expect(try JSONValue.parse(Array(text.utf8)) == value, "seed \(seed)")
            }
        }
    }

    private static func value(_ random: inout SplitMix, depth: Int) -> JSONValue {
        switch random.next() % (depth > 0 ? 7 : 5) {
        case 0: return .null
        case 1: return .bool(random.next() % 2 == 0)
        case 2: return JSONValue(Int32(truncatingIfNeeded: random.next()))
        case 3:
            let number = Double(bitPattern: random.next())
            return .number(number.isFinite ? number : 0)
        case 4: return .string(string(&random))
        case 5:
            return .array((0..<random.next() % 5).map { _ in value(&random, depth: depth - 1) })
        default:
            return .object(
                (0..<random.next() % 5).map { _ in
                    .init(key: string(&random), value: value(&random, depth: depth - 1))
                }
            )
        }
    }

    private static func string(_ random: inout SplitMix) -> String {
        var text = ""
        for _ in 0..<random.next() % 8 {
            let limit: UInt64 = [0x80, 0x800, 0x10000, 0x110000][Int(random.next() % 4)]
            if let scalar = Unicode.Scalar(UInt32(random.next() % limit)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
