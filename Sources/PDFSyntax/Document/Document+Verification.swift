// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Deflate
public import Faults

extension Document {
    /// What looking at the data of a stream has shown.
    public enum StreamVerdict: Sendable, Hashable {
        /// Everything that its filters say could be undone.
        case sound
        /// Something is damaged; in words.
        case damaged(String)
        /// A filter that makes pixels, or an unknown one, is not undone here.
        case unread(COSName)
    }

    /// The encoded data that are looked at in one piece; larger ones go through in windows.
    private static var bytesAtOnce: Int { 1 << 20 }
    /// What a stream may decode to that has more filters than FlateDecode alone.
    private static var bytesOfChains: Int { 128 << 20 }

    /// Undoes the filters of a stream as far as it goes without making pixels (ISO 32000-2, 7.4),
    /// and keeps nothing.
    ///
    /// - Parameters:
    ///   - stream: a stream of this document.
    ///   - budget: bytes that may still be decoded; what was decoded is taken off.
    /// - Returns: what was found.
    /// - Throws: `limitExceeded` when the budget is used up, `readFailed`.
    public func verify(
        _ stream: COSStream,
        budget: inout Int
    ) throws(Fault) -> StreamVerdict {
        let encoded = try encodedBytes(of: stream)
        if encoded.count > Self.bytesAtOnce, try isPlainFlate(stream) {
            return try measure(encoded, &budget)
        }
        do {
            let limit = min(budget, Self.bytesOfChains)
            let decoded = try FilterChain.decode(
                encoded,
                dictionary: stream.dictionary,
                limit: limit
            ) { object throws(Fault) in try resolve(object) }
            budget -= decoded.bytes.count
            return decoded.isComplete ? .sound : .damaged("The data of the stream are damaged.")
        } catch {
            switch error.code {
            case .unsupported: return try pixels(encoded, of: stream)
            case .limitExceeded where try isPlainFlate(stream): return try measure(encoded, &budget)
            case .invalidDocument: return .damaged(error.message)
            default: throw error
            }
        }
    }

    func isPlainFlate(_ stream: COSStream) throws(Fault) -> Bool {
        var filter = try resolve(stream.dictionary["Filter"])
        if case .array(let elements) = filter, elements.count == 1 {
            filter = try resolve(elements[0])
        }
        return filter.name == "FlateDecode"
    }

    private func measure(
        _ encoded: ArraySlice<UInt8>,
        _ budget: inout Int
    ) throws(Fault) -> StreamVerdict {
        var meter = InflateMeter()
        var rest = encoded
        while meter.state == .unfinished, !rest.isEmpty {
            meter.feed(rest.prefix(Self.bytesAtOnce), limit: budget)
            rest = rest.dropFirst(Self.bytesAtOnce)
            guard meter.produced <= budget else {
                throw Fault(
                    .limitExceeded,
                    "The streams of the file decode to more than is looked at."
                )
            }
        }
        budget -= meter.produced
        return meter.state == .complete ? .sound : .damaged("The data of the stream are damaged.")
    }

    /// Of data that only a decoder of pictures can undo, the beginning is looked at.
    private func pixels(
        _ encoded: ArraySlice<UInt8>,
        of stream: COSStream
    ) throws(Fault) -> StreamVerdict {
        let filter = try resolve(stream.dictionary["Filter"])
        let name = filter.name ?? "DCTDecode"
        guard filter.name == "DCTDecode" else { return .unread(name) }
        // ISO/IEC 10918-1, B.2.1: a picture begins with SOI; readers pass over what is before it.
        let start = encoded.prefix(1024)
        for index in start.indices.dropLast()
        where start[index] == 0xFF && start[index + 1] == 0xD8 { return .unread(name) }
        return .damaged("The data of the stream are no JPEG picture.")
    }
}

extension BaseFile {
    /// Where an object stands, from the start of the file; `nil` when it is in an object stream or
    /// not in the file.
    ///
    /// - Throws: `readFailed`.
    public func byteOffset(of number: Int) throws(Fault) -> Int? {
        guard case .inUse(let offset, _)? = try table.entry(number, in: source) else { return nil }
        let (sum, overflow) = offset.addingReportingOverflow(offsetShift)
        return overflow ? nil : sum
    }

    /// Whether `endobj` stands behind the data of a stream of this file.
    ///
    /// - Parameter stream: one whose /Length is right, else its end was looked for anyway.
    /// - Returns: false where something else stands there.
    /// - Throws: `readFailed`.
    public func isClosed(_ stream: COSStream) throws(Fault) -> Bool {
        guard case .base(let offset, _) = stream.body else { return true }
        var value = stream.dictionary["Length"]
        if let id = value?.reference { value = try object(id) }
        guard let length = value?.integer, length >= 0, length <= source.count - offset else {
            return true
        }
        let end = offset + length
        let tail = try source.bytes(in: end..<min(end + 64, source.count))
        var lexer = Lexer(tail)
        guard lexer.next().isKeyword("endstream") else { return true }
        guard case .keyword(let word) = lexer.next() else { return lexer.isAtEnd }
        return word.starts(with: "endobj", at: word.startIndex)
    }

    /// What is wrong with /ID and with the strings of the encryption dictionary (14.4, 7.6.4.2).
    private func trailerDiagnostics() throws(Fault) -> [Diagnostic] {
        func resolved(_ object: COSObject?) throws(Fault) -> COSObject {
            if let id = object?.reference { try self.object(id) } else { object ?? .null }
        }
        var found: [Diagnostic] = []
        let id = try resolved(trailer["ID"])
        let parts = try id.array?.map { part throws(Fault) in try resolved(part).string }
        let isSound = parts?.count == 2 && parts?.allSatisfy { $0 != nil } == true
        if id != .null || encryption?.boundFileID != nil, !isSound {
            found.append(Diagnostic(.repaired, "The trailer has no /ID of two strings."))
        }
        if let lock = encryption?.dictionary, lock.version == 5 {
            let isWhole =
                lock.owner.count == 48 && lock.user.count == 48 && lock.ownerKey.count == 32
                && lock.userKey.count == 32 && lock.permissionsCheck.count == 16
            if !isWhole {
                found.append(
                    Diagnostic(
                        .repaired,
                        "A string of the encryption dictionary is shorter than it must be."
                    )
                )
            }
        }
        return found
    }

    /// What the cross-reference and the trailer say that is not so (7.5.4, 7.5.5, annex F).
    ///
    /// That an object is elsewhere is told when it is read.
    ///
    /// - Throws: `readFailed`.
    public func crossReferenceDiagnostics() throws(Fault) -> [Diagnostic] {
        var found: [Diagnostic] = []
        // 7.5.2: as in "1.7".
        if headerVersion?.first?.isNumber != true {
            found.append(
                Diagnostic(
                    .repaired,
                    "The file has no header that names a version.",
                    at: Place(byteOffset: 0)
                )
            )
        }
        found += try trailerDiagnostics()
        if isRebuilt { return found }
        let place = Place(byteOffset: startOfCrossReference.map { $0 &+ offsetShift })
        let highest = table.highestNumber
        if let size = trailer["Size"]?.integer {
            if size <= highest {
                found.append(
                    Diagnostic(
                        .repaired,
                        "/Size is \(size), though the highest object number is \(highest).",
                        at: place
                    )
                )
            } else if size > highest + 1 {
                found.append(
                    Diagnostic(
                        .note,
                        "/Size is \(size); the highest object number is \(highest).",
                        at: place
                    )
                )
            }
        } else {
            found.append(Diagnostic(.repaired, "The trailer has no /Size.", at: place))
        }
        for id in try allObjectIDs().prefix(1) {
            // F.3.3: the first object of a linearized file is its parameter dictionary.
            guard let parameters = try object(id).dictionary, parameters["Linearized"] != nil,
                let length = parameters["L"]?.integer, length != source.count
            else { continue }
            found.append(
                Diagnostic(
                    .note,
                    "The file was linearized with \(length) bytes and changed since.",
                    at: Place(object: id.description)
                )
            )
        }
        return found
    }
}
