// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// The trailer and the cross-reference (ISO 32000-2, 7.5.4, 7.5.5, 7.5.8).
extension FileWriter {
    /// The entries of the trailer that the document decides, with new numbers; what they lead to
    /// is queued.
    ///
    /// What other programs put there beside is not known to be true of the new file, and is left
    /// out.
    mutating func trailer() throws(Fault) -> COSDictionary {
        let root = try document.catalogID()
        _ = try document.catalog()
        var trailer: COSDictionary = [
            "Root": .reference(ObjectID(numbering.number(for: root.number)))
        ]
        if let info = document.trailer["Info"],
            case .dictionary(let dictionary) = try document.resolve(info)
        {
            if case .reference(let id) = info {
                trailer["Info"] = .reference(ObjectID(numbering.number(for: id.number)))
            } else {
                // Table 15: it shall be indirect.
                let number = numbering.fresh()
                try writePlain(.dictionary(dictionary), as: number)
                trailer["Info"] = .reference(ObjectID(number))
            }
        }
        return trailer
    }

    /// Ends the file.
    mutating func writeCrossReference(_ trailer: COSDictionary) throws(Fault) {
        var trailer = trailer
        writer.numbering = nil
        if let encryption {
            let number = numbering.fresh()
            note(number, .at(offset))
            // 7.6.2: its own strings are not encrypted.
            writer.write("\(number) 0 obj\n")
            writer.writeDictionary(encryption.source)
            writer.write("\nendobj\n")
            trailer["Encrypt"] = .reference(ObjectID(number))
        }
        try flush()
        trailer["ID"] = try identifier()
        switch options.form {
        case .classic: try writeTable(trailer)
        case .streams: try writeCrossReferenceStream(trailer)
        }
    }

    /// 14.4: the second part changes with the file; the first is that of the document or, in a
    /// new document, the same.
    private func identifier() throws(Fault) -> COSObject {
        // 7.6.4.3.2: the key of an old encryption was made with it.
        if let bound = encryption?.boundFileID {
            return .array([.string(bound), .string(digest)])
        }
        let first: [UInt8]
        switch options.identity {
        case .given(let bytes): first = bytes
        case .new: first = digest
        case .kept:
            let kept = try document.resolve(document.trailer["ID"]).array?.first
            first = try document.resolve(kept).string ?? digest
        }
        return .array([.string(first), .string(digest)])
    }

    private static let largestOffsetInTable = 9_999_999_999

    private mutating func writeTable(_ trailer: COSDictionary) throws(Fault) {
        let start = offset
        guard start <= Self.largestOffsetInTable else {
            throw Fault(
                .limitExceeded,
                "The file is longer than a cross-reference table can say, ten digits an offset;"
                    + " write it with object streams."
            )
        }
        // A number that was taken for an object stream, and was not needed, may be the last.
        writer.write("xref\n0 \(places.count + 1)\n0000000000 65535 f \n")
        for place in places {
            if case .at(let offset) = place {
                writer.write(offset, width: 10)
                writer.write(" 00000 n \n")
            } else {
                writer.write("0000000000 65535 f \n")
            }
            try flushIfFull()
        }
        var trailer = trailer
        trailer["Size"] = .integer(places.count + 1)
        writer.write("trailer\n")
        writer.writeDictionary(trailer)
        writer.write("\nstartxref\n\(start)\n%%EOF\n")
    }

    private mutating func writeCrossReferenceStream(_ trailer: COSDictionary) throws(Fault) {
        let number = numbering.fresh()
        let start = offset
        note(number, .at(start))
        var dictionary = trailer
        dictionary["Type"] = .name("XRef")
        dictionary["Size"] = .integer(number + 1)
        // Numbers of object streams stand in the same field as offsets.
        let width = max(2, (Int.bitWidth - max(start, number).leadingZeroBitCount + 7) / 8)
        let widths = [1, width, 1]
        dictionary["W"] = .array(widths.map { .integer($0) })
        let stream = COSStream.deflated(
            dictionary,
            fields(width),
            columns: widths.reduce(0, +),
            level: Self.packingLevel
        )
        guard case .data(let body) = stream.body else { return }
        dictionary = stream.dictionary
        dictionary["Length"] = .integer(body.count)
        writer.write("\(number) 0 obj\n")
        writer.writeDictionary(dictionary)
        writer.write("\nstream\n")
        writer.write(body)
        writer.write("\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n")
    }

    /// Table 18; an index in an object stream fits a byte.
    private func fields(_ width: Int) -> [UInt8] {
        var fields: [UInt8] = []
        fields.reserveCapacity((places.count + 1) * (width + 2))
        func append(_ type: UInt8, _ second: Int, _ third: Int) {
            fields.append(type)
            for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
                fields.append(UInt8(truncatingIfNeeded: second >> shift))
            }
            fields.append(UInt8(truncatingIfNeeded: third))
        }
        append(0, 0, 255)
        for place in places {
            switch place {
            case .at(let offset): append(1, offset, 0)
            case .packed(let stream, let index): append(2, stream, index)
            case .unwritten: append(0, 0, 255)
            }
        }
        return fields
    }
}
