// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension DocumentInfo {
    /// What a document may say of itself, in /Info and in XMP (ISO 32000-2, 14.3.3).
    public enum Field: String, CaseIterable, Sendable {
        /// The title.
        case title = "Title"
        /// Who wrote it.
        case author = "Author"
        /// What it is about.
        case subject = "Subject"
        /// Words to find it by.
        case keywords = "Keywords"
        /// The program that wrote the original.
        case creator = "Creator"
        /// The program that made the PDF file.
        case producer = "Producer"
        /// When it was made.
        case created = "CreationDate"
        /// When it was changed last.
        case modified = "ModDate"

        /// Whether the value is a date.
        public var isDate: Bool { self == .created || self == .modified }

        /// The key in /Info.
        var key: COSName { COSName(rawValue) }
    }
}

extension Document {
    /// The XMP packet of the document (14.3.2), `nil` when it has none that can be read.
    func xmpPacket() throws(Fault) -> XMPPacket? {
        guard let stream = try value("Metadata", in: try catalog()).stream else { return nil }
        do {
            let decoded = try decodedBytes(of: stream, limit: XMPPacket.mostBytes)
            return XMPPacket(decoded.bytes)
        } catch {
            if error.code == .readFailed { throw error }
            return nil
        }
    }

    /// Changes what the document says of itself, in /Info and, where it has one that can be read,
    /// in its XMP packet: the two stay in step (14.3.3).
    ///
    /// - Parameter values: text by field, dates as in `D:20260131120000Z`; `nil` takes a field out.
    /// - Throws: `readFailed`, `invalidDocument`, `limitExceeded`.
    public mutating func setInfo(_ values: [DocumentInfo.Field: String?]) throws(Fault) {
        let holder = trailer["Info"]?.reference
        var info = try resolve(trailer["Info"]).dictionary ?? [:]
        for (field, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            info[field.key] = value.map { .string(TextString.encode($0)) }
        }
        if let holder, try object(holder).dictionary != nil {
            set(holder, .dictionary(info))
        } else {
            setTrailer("Info", .reference(try add(.dictionary(info))))
        }
        guard let packet = try xmpPacket() else { return }
        let catalogID = try catalogID()
        var catalog = try catalog()
        var dictionary = try value("Metadata", in: catalog).dictionary ?? [:]
        for key in ["Filter", "DecodeParms", "Length"] as [COSName] { dictionary[key] = nil }
        let stream = COSObject.stream(COSStream(dictionary, data: packet.changed(values)))
        if let id = catalog["Metadata"]?.reference {
            set(id, stream)
        } else {
            catalog["Metadata"] = .reference(try add(stream))
            set(catalogID, .dictionary(catalog))
        }
    }
}
