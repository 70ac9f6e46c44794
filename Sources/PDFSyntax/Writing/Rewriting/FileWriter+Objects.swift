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
        guard encryption == nil, let origin = document.origin(of: old),
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
            transcript.copyValue(raw.bytes, of: origin, endingBefore: 2, numbering, into: &writer)
            writer.write("/Length ")
            writer.write(range.count)
            writer.write(">>")
            try openData()
            try sink.copy(range, of: origin.base.source)
            closeData()
        } else if packs(new) {
            try beginPacked(new)
            transcript.copyValue(
                raw.bytes,
                of: origin,
                endingBefore: 0,
                numbering,
                into: &packer.bodies
            )
            try endPacked()
        } else {
            beginPlain(new)
            transcript.copyValue(raw.bytes, of: origin, endingBefore: 0, numbering, into: &writer)
            writer.write("\nendobj\n")
        }
        try flushIfFull()
        return true
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
        writer.write(encryption?.encrypted(object, as: ObjectID(new)) ?? object)
        writer.write("\nendobj\n")
    }

    /// The header of an object.
    mutating func beginPlain(_ new: Int) {
        note(new, .at(offset))
        writer.write(new)
        writer.write(" 0 obj\n")
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
        case file(StreamData, BaseFile)

        func count() throws(Fault) -> Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let data, _): try data.count()
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
        let range = try file.dataRange(from: offset, length: stream.dictionary["Length"])
        return .file(try file.data(of: stream, in: range), file)
    }

    mutating func writeStream(_ stream: COSStream, as new: Int) throws(Fault) {
        let data = try data(of: stream)
        var stream = stream
        if !keepsCryptFilter(of: stream) {
            stream.dictionary = try document.withoutCryptFilter(stream.dictionary)
        }
        let encryptor = try encryption?.encryptor(
            forStream: stream.dictionary,
            as: ObjectID(new)
        ) { object throws(Fault) in try document.resolve(object) }
        let count = try data.count()
        stream.dictionary["Length"] = .integer(encryptor?.count(for: count) ?? count)
        let dictionary = encryption?.encrypted(.stream(stream), as: ObjectID(new)).dictionary
        beginPlain(new)
        writer.writeDictionary(dictionary ?? stream.dictionary)
        try openData()
        try write(data, through: encryptor)
        closeData()
    }

    /// 7.4.10: the filter names one of the crypt filters of its own file.
    private func keepsCryptFilter(of stream: COSStream) -> Bool {
        if case .foreign = stream.body { return false }
        if case .kept = options.encryption { return true }
        return false
    }

    private func write(_ data: Data, through encryptor: StreamEncryptor?) throws(Fault) {
        var encryptor = encryptor
        switch data {
        case .bytes(let bytes):
            try sink.write(encryptor?.update(bytes)[...] ?? bytes)
        case .file(let data, let file):
            if data.cipher == nil, encryptor == nil {
                return try sink.copy(data.range, of: data.source)
            }
            let isSound = try data.forEachWindow { window throws(Fault) in
                try sink.write(encryptor?.update(window)[...] ?? window)
            }
            if !isSound { file.noteDamagedData(at: data.range.lowerBound) }
        }
        if let end = encryptor?.finish() { try sink.write(end) }
    }

    private mutating func openData() throws(Fault) {
        writer.write("\nstream\n")
        try flush()
    }

    private mutating func closeData() { writer.write("\nendstream\nendobj\n") }
}

extension ObjectTranscript {
    /// Copies the value that was looked through, its references put in anew.
    ///
    /// This is not the writer's own method: a copy of the writer, made for the call, would share
    /// its buffer with the one that is written to, which then would be copied each time.
    fileprivate func copyValue(
        _ bytes: ArraySlice<UInt8>,
        of origin: Document.Origin,
        endingBefore tail: Int,
        _ numbering: ObjectNumbering,
        into target: inout ObjectWriter
    ) {
        let base = bytes.startIndex
        var from = start
        for gap in gaps {
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
        target.write(bytes[base + from..<base + end - tail])
    }
}
