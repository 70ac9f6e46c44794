// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import PDFiumRendering

@Suite struct InstalledFacesTests {
    /// A record of a table of names.
    private struct Record {
        var platform = 3
        var encoding = 1
        var language = 0x409
        var identifier: Int
        var text: [UInt8]

        init(_ identifier: Int, _ text: String) {
            self.identifier = identifier
            self.text = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }

        static func roman(_ identifier: Int, _ text: [UInt8]) -> Record {
            var record = Record(identifier, "")
            (record.platform, record.encoding, record.language) = (1, 0, 0)
            record.text = text
            return record
        }
    }

    private static func word16(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }

    private static func word32(_ number: Int) -> [UInt8] {
        word16(number >> 16) + word16(number & 0xFFFF)
    }

    private static func table(_ records: [Record]) -> [UInt8] {
        var table = word16(0) + word16(records.count) + word16(6 + records.count * 12)
        var strings: [UInt8] = []
        for record in records {
            table += word16(record.platform) + word16(record.encoding) + word16(record.language)
            table += word16(record.identifier) + word16(record.text.count) + word16(strings.count)
            strings += record.text
        }
        return table + strings
    }

    /// A font file whose only tables are an empty one and that of the names.
    private static func font(_ records: [Record], at start: Int = 0) -> [UInt8] {
        let names = table(records)
        let directory = 12 + 2 * 16
        return word32(0x10000) + word16(2) + [UInt8](repeating: 0, count: 6)
            + Array("head".utf8) + word32(0) + word32(0) + word32(0)
            + Array("name".utf8) + word32(0) + word32(start + directory) + word32(names.count)
            + names
    }

    private static func font(_ family: String, _ style: String = "Regular") -> [UInt8] {
        font([Record(1, family), Record(2, style)])
    }

    /// The faces found in a folder with these files.
    private static func faces(_ files: [String: [UInt8]]) throws -> InstalledFaces {
        try inFolder { folder in
            for (name, bytes) in files {
                let path = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: path.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(bytes).write(to: path)
            }
            return InstalledFaces(folders: [folder.path])
        }
    }

    private static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("faces-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private static func words(_ faces: InstalledFaces) -> Set<String> {
        Set(faces.names.map { String(decoding: $0, as: UTF8.self) })
    }

    @Test func aFaceIsCalledByItsFamilyAndItsStyleUnlessThatIsRegular() throws {
        let faces = try Self.faces([
            "a.ttf": Self.font("Ink Sans"), "b/c.OTF": Self.font("Ink Sans", "Bold Italic"),
            "d.txt": Self.font("No Font"), "e.ttf": Array("no font".utf8), "f.ttf": [],
        ])
        #expect(Self.words(faces) == ["Ink Sans", "Ink Sans Bold Italic"])
        #expect(faces.areCertain)
        #expect(!faces.resembleStandardFonts)
    }

    @Test func theFirstNameInAKnownAlphabetCounts() throws {
        var strange = Record(1, "Strange")
        strange.encoding = 10
        let records = [
            strange, .roman(1, Array("Roman".utf8)), Record(1, "Windows"), Record(2, "Regular"),
        ]
        #expect(Self.words(try Self.faces(["a.ttf": Self.font(records)])) == ["Roman"])
        // Without a style there is still the space before it.
        #expect(Self.words(try Self.faces(["a.ttf": Self.font([Record(1, "Ink")])])) == ["Ink "])
        #expect(try Self.faces(["a.ttf": Self.font([Record(2, "Bold")])]).names.isEmpty)
    }

    @Test func allFacesOfACollectionAreFoundAndEachNameOnce() throws {
        let first = [Record(1, "Ink One"), Record(2, "Regular")]
        let second = [Record(1, "Ink Two"), Record(2, "Bold")]
        let header = 12 + 3 * 4
        let length = Self.font(first).count
        let collection =
            Array("ttcf".utf8) + Self.word32(0x10000) + Self.word32(3)
            + Self.word32(header) + Self.word32(header + length) + Self.word32(header)
            + Self.font(first, at: header) + Self.font(second, at: header + length)
        let faces = try Self.faces(["a.ttc": collection, "b.ttf": Self.font("Ink One")])
        #expect(Self.words(faces) == ["Ink One", "Ink Two Bold"])
        #expect(faces.names.count == 2)
    }

    @Test func cutAtAnyByteAFontHasItsNameOrNone() throws {
        let font = Self.font("Ink Sans", "Bold")
        for length in 0..<font.count {
            let faces = try Self.faces(["a.ttf": Array(font[..<length])])
            #expect(faces.names.isEmpty, "\(length)")
        }
    }

    @Test(arguments: ["墨", "Pincé", "In\u{0}k"])
    func namesThatAreNotPlainAreLeftToPDFium(_ name: String) throws {
        #expect(try !Self.faces(["a.ttf": Self.font(name)]).areCertain)
        #expect(try !Self.faces(["a.ttf": Self.font("Ink", name)]).areCertain)
    }

    @Test func romanLettersBeyondASCIIAreLeftToPDFium() throws {
        let records = [Record.roman(1, [0x49, 0x8E]), .roman(2, Array("Regular".utf8))]
        #expect(try !Self.faces(["a.ttf": Self.font(records)]).areCertain)
    }

    @Test(arguments: ["Arial", "Times New Roman", "courier-prime", "Hel vetica Neue", "My Arial"])
    func namesLikeStandardFontsAreSeen(_ name: String) throws {
        #expect(try Self.faces(["a.ttf": Self.font(name)]).resembleStandardFonts)
    }

    @Test func linksAreFollowedAndOneThatLeadsNowhereEndsItsFolder() throws {
        try Self.inFolder { folder in
            let inner = folder.appendingPathComponent("inner")
            let manager = FileManager.default
            try manager.createDirectory(at: inner, withIntermediateDirectories: true)
            try Data(Self.font("Linked")).write(to: folder.appendingPathComponent("font.dat"))
            try manager.createSymbolicLink(
                atPath: inner.appendingPathComponent("a.ttf").path,
                withDestinationPath: "../font.dat"
            )
            #expect(Self.words(InstalledFaces(folders: [folder.path])) == ["Linked"])
            for number in 0..<40 {
                try manager.createSymbolicLink(
                    atPath: inner.appendingPathComponent("\(number).ttf").path,
                    withDestinationPath: "nowhere"
                )
            }
            // Which entry comes first is the file system's affair; here one of 40 links does.
            let found = InstalledFaces(folders: [folder.path, folder.path])
            #expect(found.areCertain)
            #expect(found.names.count <= 1)
        }
    }

    @Test func foldersWithoutEndAreLeftToPDFium() throws {
        try Self.inFolder { folder in
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("again").path,
                withDestinationPath: "."
            )
            #expect(!InstalledFaces(folders: [folder.path]).areCertain)
        }
    }

    @Test func aFolderThatIsNotThereHasNoFonts() {
        let faces = InstalledFaces(folders: ["/nowhere/fonts"])
        #expect(faces.areCertain)
        #expect(faces.names.isEmpty)
    }

    @Test func thisMachinesFontsAreFound() {
        let faces = InstalledFaces()
        #expect(faces.names.contains(Array("Liberation Sans".utf8)))
        #expect(faces.names.contains(Array("Liberation Serif Bold Italic".utf8)))
    }
}
