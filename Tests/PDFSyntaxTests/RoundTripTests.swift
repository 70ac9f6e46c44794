// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import SeededNumbers
import Testing

@testable import PDFSyntax

/// The law: what is written reads back as the same object.
@Suite struct RoundTripTests {
    private func written(_ object: COSObject) -> [UInt8] {
        var writer = ObjectWriter()
        writer.write(object)
        return writer.bytes
    }

    @Test(arguments: 0..<40)
    func aRandomObjectComesBack(seed: Int) throws {
        var random = RandomObjects(seed: UInt64(seed))
        for step in 0..<50 {
            let object = random.object(depth: 0)
            let bytes = written(object)
            #expect(
                try LooseSyntax.object(bytes) == object,
                "seed \(seed), object \(step): \(String(decoding: bytes, as: UTF8.self))"
            )
        }
    }

    @Test(
        arguments: [
            0.0, 1, -1, 0.1, 1 / 3, 1e-5, 1.5e-7, .leastNonzeroMagnitude, 2.2250738585072014e-308,
            1e16, 1.25e20,
            123456.789012345, 1e30, -1e30, 0x1p53 + 2, 0.30000000000000004, -1e-10, 1e15,
            1e-4, 3.4028234663852886e38, -.greatestFiniteMagnitude,
        ] as [Double]
    )
    func anExtremeRealComesBackWithoutAnExponent(value: Double) throws {
        let text = ObjectWriter.decimal(value)
        #expect(!text.contains("e"))
        #expect(try LooseSyntax.object(Array(text.utf8)) == .real(value))
    }

    @Test func whatIsNoNumberIsWrittenAsZero() {
        for value in [Double.infinity, -.infinity, .nan] {
            #expect(ObjectWriter.decimal(value) == "0")
        }
    }

    @Test(arguments: [Int.min, Int.min + 1, -1, 0, 9, 10, 65536, Int.max])
    func anExtremeIntegerComesBack(value: Int) throws {
        #expect(try LooseSyntax.object(written(.integer(value))) == .integer(value))
    }

    @Test func everyByteComesBackInNamesAndStrings() throws {
        for byte in UInt8.min...UInt8.max {
            let name = COSObject.name(COSName(bytes: [byte, 0x41, byte]))
            #expect(try LooseSyntax.object(written(name)) == name)
            let mostlyText = COSObject.string(Array("plain text ".utf8) + [byte])
            #expect(try LooseSyntax.object(written(mostlyText)) == mostlyText)
            #expect(try LooseSyntax.object(written(.string([byte]))) == .string([byte]))
        }
    }

    @Test func nestingUpToTheLimitComesBackAndBeyondIsRefused() throws {
        func nested(_ levels: Int) -> COSObject {
            var object = COSObject.integer(1)
            for level in 0..<levels {
                object = level % 2 == 0 ? .array([object]) : .dictionary(["K": object])
            }
            return object
        }
        let deepest = nested(Limits.nesting)
        #expect(try LooseSyntax.object(written(deepest)) == deepest)
        #expect(throws: Fault.self) {
            try LooseSyntax.object(written(nested(Limits.nesting + 1)))
        }
    }

    @Test func dictionariesAreEqualByWhatTheyMean() {
        let one: COSDictionary = ["A": .integer(1), "B": .null, "C": .name("x")]
        let other: COSDictionary = ["C": .name("x"), "A": .integer(1)]
        #expect(one == other && one.hashValue == other.hashValue)
        let twice: COSDictionary = ["A": .integer(2), "A": .integer(1), "C": .name("x")]
        #expect(twice == other && twice["A"] == .integer(1))
        #expect(one != ["A": .integer(1)] && one != ["A": .integer(1), "C": .name("y")])
    }

    @Test func deepDictionariesAreComparedInBoundedTime() {
        func nested(_ leaf: COSObject) -> COSObject {
            (0..<Limits.nesting).reduce(leaf) { inner, _ in
                .dictionary(["A": inner, "N": .null])
            }
        }
        let same = nested(.integer(1))
        #expect(same != nested(.integer(2)) && same == nested(.integer(1)))
        func plain(_ leaf: COSObject) -> COSObject {
            (0..<Limits.nesting).reduce(leaf) { inner, _ in .dictionary(["A": inner]) }
        }
        #expect(plain(.integer(1)) != plain(.integer(2)) && plain(.integer(1)) == same)
    }

    @Test func anObjectOfManyWindowsComesBack() throws {
        let filler = COSObject.string([UInt8](repeating: 0x61, count: 300_000))
        let object = COSObject.array(
            (0..<30_000).map { .reference(ObjectID($0 + 1)) } + [filler, .integer(12)]
        )
        var file = FileBuilder()
        file.onePage()
        file.object(6, String(decoding: written(object), as: UTF8.self))
        let start = file.table([0...6])
        file.trailer("/Size 7/Root 1 0 R", start: start)
        for window in [4096, 10_007, 65_536] {
            let source = WindowedSource(file.bytes, window: window)
            #expect(try Document(BaseFile(source)).object(6) == object)
        }
    }

    @Test func aStreamInsideAnotherObjectIsWrittenAsNull() {
        let stream = COSObject.stream(COSStream([:], data: []))
        #expect(written(.array([stream])) == Array("[null]".utf8))
    }
}

/// Objects of every kind, with a liking for the odd.
struct RandomObjects {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    mutating func object(depth: Int) -> COSObject {
        switch below(depth < 6 ? 13 : 9) {
        case 0: .null
        case 1: .boolean(below(2) == 0)
        case 2: .integer(Int(truncatingIfNeeded: random.next()) >> below(64))
        case 3, 4: .real(real())
        case 5: .string(random.bytes(below(40)))
        case 6: .string((0..<below(60)).map { _ in UInt8(0x20 + below(0x5F)) })
        case 7: .name(name())
        case 8:
            .reference(ObjectID(1 + below(Limits.objectNumber), below(3) == 0 ? below(65536) : 0))
        case 9, 10: .array((0..<below(12)).map { _ in object(depth: depth + 1) })
        default: .dictionary(dictionary(depth: depth))
        }
    }

    private mutating func dictionary(depth: Int) -> COSDictionary {
        COSDictionary(
            entries: (0..<below(10)).map { _ in
                COSDictionary.Entry(key: name(), value: object(depth: depth + 1))
            }
        )
    }

    private mutating func name() -> COSName { COSName(bytes: random.bytes(below(9))[...]) }

    private mutating func real() -> Double {
        let unit = Double(random.next() >> 11) * 0x1p-53 - 0.5
        var scale = 1.0
        for _ in 0..<below(30) { scale *= 10 }
        return below(2) == 0 ? unit * scale : unit / scale
    }
}
