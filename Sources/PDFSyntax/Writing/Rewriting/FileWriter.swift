// SPDX-License-Identifier: Apache-2.0
public import ByteSource
internal import Cryptography
public import Faults

/// Writes a document as a whole new file (ISO 32000-2, 7.5): what can be reached from /Root and
/// /Info, numbered in the order in which it is met, object by object into a sink.
///
/// Nothing but a few words for each object stays in memory. Streams are copied as they are
/// encoded. An object of a plain base file that was not changed is copied as it stands, its
/// references put in anew; only what is odd goes through the parser.
struct FileWriter {
    /// Packing tighter costs more time than the bytes are worth.
    static let packingLevel = 3
    /// Own bytes gathered before they go to the sink.
    private static let bufferBytes = 64 * 1024

    let document: Document
    private(set) var options: FileWritingOptions
    let sink: any ByteSink
    let numbering = ObjectNumbering()
    var writer = ObjectWriter()
    var packer = ObjectPacker()
    var transcript = ObjectTranscript()
    /// Where each object is, by new number less one.
    private(set) var places: [Place] = []
    /// A digest of what the writer wrote itself, sizes of streams included.
    private(set) var digest: [UInt8] = []
    /// Encrypts what is written.
    let encryption: FileEncryption?
    private let start: Int

    /// Where an object is in the new file.
    enum Place {
        case unwritten
        case at(Int)
        case packed(stream: Int, index: Int)
    }

    init(_ document: Document, _ options: FileWritingOptions, _ sink: any ByteSink) {
        self.document = document
        self.options = options
        self.sink = sink
        start = sink.count
        encryption = options.encryption(of: document)
        writer.numbering = numbering
        packer.bodies.numbering = numbering
    }

    /// Where the next byte goes, from the start of the file.
    var offset: Int { sink.count - start + writer.bytes.count }

    mutating func run(
        progress: (_ done: Int, _ known: Int) throws(Fault) -> Void
    ) throws(Fault) -> FileWritingReport {
        var report = FileWritingReport()
        writer.write("%PDF-\(try neededVersion())\n%")
        writer.write([0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
        let trailer = try trailer()
        var next = 0
        while next < numbering.order.count {
            if next % Self.progressStep == 0 { try progress(next, numbering.order.count) }
            let old = numbering.order[next]
            next += 1
            guard old >= 0 else { continue }
            try writeObject(old, as: next)
            report.objectCount += 1
        }
        if packer.finished == 0, packer.count < options.leastPackedObjects, encryption == nil {
            try writeUnpacked()
        } else {
            try finishPacking()
        }
        try writeCrossReference(trailer)
        try flush()
        report.byteCount = sink.count - start
        return report
    }

    private static let progressStep = 256

    /// Writes the few objects that were gathered for themselves, which makes the form classic.
    private mutating func writeUnpacked() throws(Fault) {
        options.form = .classic
        for (number, body) in packer.unpack() {
            beginPlain(number)
            writer.write(body)
            writer.write("endobj\n")
        }
    }

    /// Notes where an object is.
    mutating func note(_ number: Int, _ place: Place) {
        if places.count < number {
            places.append(
                contentsOf: repeatElement(.unwritten, count: number - places.count)
            )
        }
        places[number - 1] = place
    }

    /// Hands the writer's own bytes to the sink.
    mutating func flush() throws(Fault) {
        guard !writer.bytes.isEmpty else { return }
        digest = MD5.digest(digest + writer.bytes).bytes
        try sink.write(writer.bytes)
        writer.removeAll()
    }

    mutating func flushIfFull() throws(Fault) {
        if writer.bytes.count >= Self.bufferBytes { try flush() }
    }

    /// The version that the header names: the document's, or a higher one that the form of the
    /// file needs.
    private func neededVersion() throws(Fault) -> String {
        var needed = [options.minimumVersion]
        if options.form == .streams { needed.append("1.5") }
        if case .new = options.encryption { needed.append(FileEncryption.newFileVersion) }
        if let own = document.base.headerVersion { needed.append(own) }
        return needed.compactMap { text -> (major: Int, minor: Int)? in
            let parts = text.split(separator: ".").map { Int($0) }
            guard parts.count == 2, let major = parts[0], let minor = parts[1],
                (1...2).contains(major), (0...9).contains(minor)
            else { return nil }
            return (major, minor)
        }.max { $0 < $1 }.map { "\($0.major).\($0.minor)" } ?? "1.7"
    }
}

extension Document {
    /// Writes the document as a whole new file: what can be reached, in a new order, without what
    /// earlier revisions left.
    ///
    /// The same document and options give the same bytes.
    ///
    /// - Parameters:
    ///   - sink: takes the bytes of the file.
    ///   - options: how it is written.
    ///   - progress: told now and then how many objects are written and how many are known so far;
    ///     what it throws ends the work.
    /// - Returns: how much was written.
    /// - Throws: `invalidDocument` without a catalog, `readFailed`, `limitExceeded`, and what the
    ///   sink throws.
    @discardableResult
    public func write(
        to sink: any ByteSink,
        _ options: FileWritingOptions = FileWritingOptions(),
        progress: (_ done: Int, _ known: Int) throws(Fault) -> Void = { _, _ in }
    ) throws(Fault) -> FileWritingReport {
        var writer = FileWriter(self, options, sink)
        return try writer.run(progress: progress)
    }
}
