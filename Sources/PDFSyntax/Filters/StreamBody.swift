// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Finds how far the bytes of a stream reach (ISO 32000-2, 7.3.8.2).
enum StreamBody {
    /// The encoded bytes, and whether /Length was right.
    struct Encoded {
        var bytes: ArraySlice<UInt8>
        var lengthWasRight: Bool
        /// False when the file ends inside the stream.
        var isClosed: Bool
    }

    /// `length` is what /Length says after resolving it.
    static func encodedBytes(
        of stream: COSStream,
        in source: any ByteSource,
        length: Int?
    ) throws(Fault) -> Encoded {
        switch stream.body {
        case .data(let data):
            return Encoded(bytes: data[...], lengthWasRight: true, isClosed: true)
        case .base(let offset, _), .foreign(_, let offset, _):
            let extent = try self.extent(from: offset, in: source, length: length)
            return Encoded(
                bytes: try source.bytes(in: offset..<extent.end),
                lengthWasRight: extent.lengthWasRight,
                isClosed: extent.isClosed
            )
        }
    }

    /// Where the bytes of a stream in the file end.
    static func extent(
        from offset: Int,
        in source: any ByteSource,
        length: Int?
    ) throws(Fault) -> (end: Int, lengthWasRight: Bool, isClosed: Bool) {
        guard offset <= source.count else {
            throw Fault(
                .invalidDocument,
                "A stream begins outside the file.",
                at: Place(byteOffset: offset)
            )
        }
        if let length, length >= 0, length <= source.count - offset,
            try endKeywordFollows(offset + length, in: source)
        {
            return (offset + length, true, true)
        }
        if let end = try searchEnd(from: offset, in: source) { return (end, false, true) }
        return (source.count, false, false)
    }

    /// `endstream` after at most white space (`endobj` where it is missing).
    static func endKeywordFollows(
        _ position: Int,
        in source: any ByteSource
    ) throws(Fault) -> Bool {
        let tail = try source.bytes(in: position..<min(position + 32, source.count))
        var lexer = Lexer(tail)
        while let byte = lexer.peek(), CharacterClass.isWhiteSpace(byte) { lexer.position += 1 }
        return tail.starts(with: "endstream", at: lexer.position)
            || tail.starts(with: "endobj", at: lexer.position)
    }

    /// Where the next `endstream` or `endobj` that is a word of its own ends the bytes, without
    /// the line end before it; or, where both are missing, the next line that begins an object.
    ///
    /// Text may hold these words (`(endobj is text) Tj`), so white space must stand around
    /// them, as PDFium has it. An `endstream` glued to the last byte is found through the
    /// `endobj` behind it.
    private static func searchEnd(
        from offset: Int,
        in source: any ByteSource
    ) throws(Fault) -> Int? {
        let chunk = 1 << 16
        var start = offset
        while start < source.count {
            let from = max(offset, start - longestHeader)
            let window = try source.bytes(in: from..<min(start + chunk + 24, source.count))
            let first = window.startIndex + (start - from)
            for index in first..<min(first + chunk, window.endIndex) {
                let byte = window[index]
                if byte == UInt8(ascii: "o"), let header = headerStart(window, objAt: index) {
                    return try withoutLineEnd(
                        from + header - window.startIndex,
                        notBefore: offset,
                        in: source
                    )
                }
                guard byte == UInt8(ascii: "e") else { continue }
                if index > window.startIndex, !CharacterClass.isWhiteSpace(window[index - 1]) {
                    continue
                }
                let isStream = isWord("endstream", in: window, at: index)
                guard isStream || isWord("endobj", in: window, at: index) else { continue }
                let end = try withoutLineEnd(
                    from + index - window.startIndex,
                    notBefore: offset,
                    in: source
                )
                return isStream ? end : try withoutGluedKeyword(end, notBefore: offset, in: source)
            }
            start += chunk
        }
        return nil
    }

    /// As in `8388607 65535 obj`, with the line end before it and some more spaces.
    private static let longestHeader = 32

    /// Where the line `12 0 obj` begins that has its `obj` at the index.
    private static func headerStart(_ window: ArraySlice<UInt8>, objAt index: Int) -> Int? {
        guard window.starts(with: "obj", at: index),
            index + 3 >= window.endIndex || !CharacterClass.isRegular(window[index + 3])
        else { return nil }
        var position = index - 1
        func skip(_ matches: (UInt8) -> Bool) -> Int {
            let start = position
            while position >= window.startIndex, matches(window[position]) { position -= 1 }
            return start - position
        }
        guard skip({ $0 == 0x20 }) > 0, (1...5).contains(skip(CharacterClass.isDigit)),
            skip({ $0 == 0x20 }) > 0, (1...10).contains(skip(CharacterClass.isDigit)),
            position >= window.startIndex,
            window[position] == 0x0A || window[position] == 0x0D
        else { return nil }
        return position + 1
    }

    /// Whether the word stands at the index with white space, the end or `endobj` behind it.
    private static func isWord(
        _ word: StaticString,
        in window: ArraySlice<UInt8>,
        at index: Int
    ) -> Bool {
        guard window.starts(with: word, at: index) else { return false }
        let after = index + word.utf8CodeUnitCount
        return after >= window.endIndex || CharacterClass.isWhiteSpace(window[after])
            || window.starts(with: "endobj", at: after)
    }

    private static func withoutGluedKeyword(
        _ end: Int,
        notBefore start: Int,
        in source: any ByteSource
    ) throws(Fault) -> Int {
        let tail = try source.bytes(in: max(start, end - 9)..<end)
        return tail.matches("endstream") ? end - 9 : end
    }

    private static func withoutLineEnd(
        _ end: Int,
        notBefore start: Int,
        in source: any ByteSource
    ) throws(Fault) -> Int {
        let from = max(start, end - 2)
        let tail = Array(try source.bytes(in: from..<end))
        if tail.suffix(2) == [0x0D, 0x0A] { return end - 2 }
        if tail.last == 0x0A || tail.last == 0x0D { return end - 1 }
        return end
    }
}

extension IndirectObject {
    /// This object with the data of its stream beginning where its /Length leads to their end:
    /// behind `stream`, or on the next line when something else stands on that one.
    func settled(in source: any ByteSource) throws(Fault) -> IndirectObject {
        guard let other = streamAfterLine, case .stream(let stream) = object,
            case .base(let start, _) = stream.body
        else { return self }
        var settled = self
        settled.oddities.append("Something stands behind the word stream (byte \(start))")
        if let length = stream.dictionary["Length"]?.integer, length >= 0,
            length <= source.count - other,
            try !StreamBody.endKeywordFollows(start + length, in: source),
            try StreamBody.endKeywordFollows(other + length, in: source)
        {
            settled.object = .stream(COSStream(stream.dictionary, baseOffset: other, owner: id))
            settled.end = other
        }
        return settled
    }
}
