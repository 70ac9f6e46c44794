// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// A decoded object stream (ISO 32000-2, 7.5.7).
struct ObjectStream: Sendable {
    let number: Int
    /// Whether its /Type says what it is.
    let saysSo: Bool
    /// The stream that this one extends (table 16).
    let extends: Int?
    private let bytes: [UInt8]
    /// The offsets of all objects in ascending order, which tell where each of them ends.
    private let offsets: [Int]
    /// Number and offset of each object, in the order of the stream.
    let index: [(number: Int, offset: Int)]

    init(number: Int, dictionary: COSDictionary, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
        saysSo = dictionary["Type"]?.name == "ObjStm"
        extends = dictionary["Extends"]?.reference?.number
        let first = dictionary["First"]?.integer ?? 0
        let count = min(max(dictionary["N"]?.integer ?? 0, 0), Limits.objectsInStream)
        var lexer = Lexer(bytes[...])
        var index: [(number: Int, offset: Int)] = []
        for _ in 0..<count {
            guard case .integer(let number) = lexer.next(),
                case .integer(let offset) = lexer.next(),
                (0...Limits.objectNumber).contains(number), offset >= 0
            else { break }
            index.append((number, first &+ offset))
        }
        self.index = index
        offsets = index.map(\.offset).sorted()
    }

    /// What is wrong with the stream as such.
    var diagnostic: Diagnostic? {
        saysSo
            ? nil
            : Diagnostic(
                .repaired,
                "The /Type of an object stream is not /ObjStm.",
                at: Place(object: "\(number) 0")
            )
    }

    /// How many bytes it takes in memory, about.
    var byteCount: Int { bytes.count + index.count * 32 }

    /// The bytes from where an object begins, when it stands at its index; where it ends they do
    /// not say.
    func bytes(of wanted: Int, index place: Int) -> ArraySlice<UInt8>? {
        guard index.indices.contains(place), index[place].number == wanted else { return nil }
        let offset = index[place].offset
        return offset >= 0 && offset < bytes.count ? bytes[offset...] : nil
    }

    /// The object of a number: at its index, or wherever the stream names it.
    ///
    /// It ends where the next one begins. One that goes on behind that is read on when
    /// `mayReadOn` allows as many bytes: objects that overlap would else be read again and again.
    func object(
        _ wanted: Int,
        index place: Int,
        note: (Diagnostic) -> Void,
        noteReference: (Int) -> Void,
        mayReadOn: (Int) -> Bool = { _ in false }
    ) -> COSObject? {
        let entry: (number: Int, offset: Int)
        if index.indices.contains(place), index[place].number == wanted {
            entry = index[place]
        } else if let found = index.last(where: { $0.number == wanted }) {
            entry = found
        } else {
            return nil
        }
        guard entry.offset >= 0, entry.offset < bytes.count else { return nil }
        var end = min(endOfObject(at: entry.offset), bytes.count)
        if isShared(entry.offset), !mayReadOn(end - entry.offset) {
            end = min(end, entry.offset + Self.bytesOfSharedObject)
        }
        var parser = ObjectParser(
            bytes[entry.offset..<end],
            fileOffset: entry.offset,
            isWhole: true
        )
        var object = try? parser.value(depth: 0)
        if object == nil || !parser.oddities.isEmpty, parser.lexer.isAtEnd, end < bytes.count,
            mayReadOn(bytes.count - entry.offset)
        {
            parser = ObjectParser(bytes[entry.offset...], fileOffset: entry.offset, isWhole: true)
            object = try? parser.value(depth: 0)
        }
        guard let object else { return nil }
        noteReference(parser.highestReference)
        for oddity in parser.allOddities {
            note(Diagnostic(.repaired, oddity, at: Place(object: "\(wanted) 0")))
        }
        return object
    }

    /// How much is read of an object that begins where others begin, when more is not allowed.
    private static let bytesOfSharedObject = 4096

    /// Whether several objects begin at the offset.
    private func isShared(_ offset: Int) -> Bool {
        let next = place(above: offset)
        return next > 1 && offsets[next - 2] == offset
    }

    private func endOfObject(at offset: Int) -> Int {
        let next = place(above: offset)
        return next < offsets.count ? offsets[next] : .max
    }

    /// Where the first offset above one stands, by halving.
    private func place(above offset: Int) -> Int {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ObjectStream {
    /// An object stream while there is no `BaseFile` yet.
    ///
    /// - Parameters:
    ///   - number: its own.
    ///   - stream: where its data are, and by what filters.
    ///   - source: the file.
    ///   - encryption: by what the data are encrypted.
    ///   - limit: how many bytes it may decode to.
    ///   - resolve: follows a reference to an object that is in no object stream; null for others,
    ///     as reading the stream could need itself.
    /// - Returns: what it holds; `nil` when its data cannot be decoded.
    /// - Throws: `readFailed`, `invalidDocument`.
    static func unpacked(
        _ number: Int,
        _ stream: COSStream,
        in source: any ByteSource,
        encryption: FileEncryption?,
        limit: Int,
        resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> ObjectStream? {
        func direct(_ object: COSObject) throws(Fault) -> COSObject {
            let found = try resolve(object)
            return found.reference == nil ? found : .null
        }
        let length = try stream.dictionary["Length"].map { value throws(Fault) in
            try direct(value)
        }
        var bytes = try StreamBody.encodedBytes(
            of: stream,
            in: source,
            length: length?.integer
        ).bytes
        if let encryption, let owner = stream.owner {
            bytes = try encryption.cipher(
                forStream: stream.dictionary,
                of: owner,
                resolve: direct
            ).decrypt(bytes).bytes[...]
        }
        do {
            let decoded = try FilterChain.decode(
                bytes,
                dictionary: stream.dictionary,
                limit: limit,
                resolve: direct
            )
            return ObjectStream(
                number: number,
                dictionary: stream.dictionary,
                bytes: decoded.bytes
            )
        } catch {
            if error.code == .readFailed { throw error }
            return nil
        }
    }
}
