// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Objects, each written once.
extension FileWriter {
    /// Writes an object of the document under its new number.
    mutating func writeObject(_ old: Int, as new: Int) throws(Fault) {
        if try copyObject(old, as: new) { return }
        let object = try document.currentObject(old)
        switch object {
        case .stream(let stream):
            try writeStream(stream, as: new)
        case .reference:
            // 7.5.7: such a one may not stand in an object stream.
            try writePlain(object, as: new)
        default:
            try writeSmall(object, as: new)
        }
        try flushIfFull()
    }

    // MARK: As it stands

    /// Copies the bytes of an object that was not changed and has nothing odd.
    ///
    /// - Returns: false when it must go through the parser.
    private mutating func copyObject(_ old: Int, as new: Int) throws(Fault) -> Bool {
        guard options.encryption == nil, let origin = document.origin(of: old),
            let raw = try origin.base.rawObject(origin.number),
            transcript.scan(raw.bytes, number: raw.offset == nil ? nil : origin.number),
            !transcript.concernsImports || origin.imported?.changes.changesContent != true
        else { return false }
        if let dataStart = transcript.dataStart, let offset = raw.offset {
            let range = try origin.base.dataRange(
                from: offset + dataStart,
                length: transcript.length
            )
            beginPlain(new)
            copyValue(raw.bytes, of: origin, endingBefore: 2, into: &writer)
            writer.write("/Length ")
            writer.write(range.count)
            writer.write(">>")
            try openData()
            try sink.copy(range, of: origin.base.source)
            closeData()
        } else if packs(new) {
            try beginPacked(new)
            copyValue(raw.bytes, of: origin, endingBefore: 0, into: &packer.bodies)
            try endPacked()
        } else {
            beginPlain(new)
            copyValue(raw.bytes, of: origin, endingBefore: 0, into: &writer)
            writer.write("\nendobj\n")
        }
        try flushIfFull()
        return true
    }

    private func copyValue(
        _ bytes: ArraySlice<UInt8>,
        of origin: Document.Origin,
        endingBefore tail: Int,
        into target: inout ObjectWriter
    ) {
        let base = bytes.startIndex
        var from = transcript.start
        for gap in transcript.gaps {
            target.write(bytes[base + from..<base + gap.start])
            if case .reference(let number) = gap.content {
                if let number = origin.outside(number) {
                    target.write(numbering.number(for: number))
                    target.write(" 0 R")
                } else {
                    target.write("null")
                }
            }
            from = gap.end
        }
        target.write(bytes[base + from..<base + transcript.end - tail])
    }

    // MARK: Small objects

    /// The catalog stays outside of object streams, so that a reader that repairs the file finds
    /// it.
    private func packs(_ new: Int) -> Bool {
        options.form == .streams && new != Self.catalogNumber
    }

    static let catalogNumber = 1

    private mutating func writeSmall(_ object: COSObject, as new: Int) throws(Fault) {
        guard packs(new) else { return try writePlain(object, as: new) }
        try beginPacked(new)
        packer.bodies.write(object)
        try endPacked()
    }

    /// Writes an object that stands for itself.
    mutating func writePlain(_ object: COSObject, as new: Int) throws(Fault) {
        beginPlain(new)
        writer.write(object)
        writer.write("\nendobj\n")
        writer.encryptString = nil
    }

    /// The header of an object, whose strings are encrypted from now on.
    mutating func beginPlain(_ new: Int) {
        note(new, .at(offset))
        writer.write(new)
        writer.write(" 0 obj\n")
        guard let encryption = options.encryption else { return }
        writer.encryptString = { encryption.string($0, in: ObjectID(new)) }
    }

    private mutating func beginPacked(_ new: Int) throws(Fault) {
        if packer.isEmpty { packer.begin(as: numbering.fresh()) }
        note(new, .packed(stream: packer.number, index: packer.add(new)))
    }

    private mutating func endPacked() throws(Fault) {
        packer.bodies.write("\n")
        if packer.isFull { try finishPacking() }
    }

    /// Writes the object stream that is being gathered.
    mutating func finishPacking() throws(Fault) {
        guard !packer.isEmpty else { return }
        let number = packer.number
        try writeStream(packer.finish(), as: number)
    }

    // MARK: Streams (7.3.8)

    /// Where the encoded, plain bytes of a stream come from.
    private enum Data {
        case bytes(ArraySlice<UInt8>)
        case range(Range<Int>, of: any ByteSource)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .range(let range, _): range.count
            }
        }
    }

    private func data(of stream: COSStream) throws(Fault) -> Data {
        let (file, offset): (BaseFile, Int)
        switch stream.body {
        case .data(let bytes): return .bytes(bytes[...])
        case .base(let place, _): (file, offset) = (document.base, place)
        case .foreign(let base, let place, _): (file, offset) = (base, place)
        }
        guard file.isPlain else { return .bytes(try document.encodedBytes(of: stream)) }
        let range = try file.dataRange(from: offset, length: stream.dictionary["Length"])
        return .range(range, of: file.source)
    }

    mutating func writeStream(_ stream: COSStream, as new: Int) throws(Fault) {
        let data = try data(of: stream)
        let cipher = options.encryption?.stream(stream.dictionary, in: ObjectID(new))
        var dictionary = stream.dictionary
        dictionary["Length"] = .integer(cipher?.encryptedCount(of: data.count) ?? data.count)
        beginPlain(new)
        writer.writeDictionary(dictionary)
        writer.encryptString = nil
        try openData()
        if let cipher {
            try write(data, through: cipher)
        } else {
            switch data {
            case .bytes(let bytes): try sink.write(bytes)
            case .range(let range, let source): try sink.copy(range, of: source)
            }
        }
        closeData()
    }

    private func write(_ data: Data, through cipher: any StreamEncryption) throws(Fault) {
        switch data {
        case .bytes(let bytes): try sink.write(cipher.update(bytes))
        case .range(let range, let source):
            var offset = range.lowerBound
            while offset < range.upperBound {
                let run = try source.run(from: offset).prefix(range.upperBound - offset)
                try sink.write(cipher.update(run))
                offset += run.count
            }
        }
        try sink.write(cipher.finish())
    }

    private mutating func openData() throws(Fault) {
        writer.write("\nstream\n")
        try flush()
    }

    private mutating func closeData() { writer.write("\nendstream\nendobj\n") }
}
