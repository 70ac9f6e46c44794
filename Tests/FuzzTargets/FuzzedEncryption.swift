// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import PDFSyntax

/// A small sound file whose encryption dictionary is hostile.
struct FuzzedEncryption {
    private let file: [UInt8]

    /// A file with these bytes as its object 9, which /Encrypt names.
    ///
    /// The seeds' /U and /O were made with this /ID; other passwords than these open nothing.
    init(_ dictionary: [UInt8]) {
        var file = Array("%PDF-2.0\n".utf8)
        var offsets: [Int] = []
        func object(_ number: Int, _ body: [UInt8]) {
            offsets.append(file.count)
            file += Array("\(number) 0 obj\n".utf8) + body + Array("\nendobj\n".utf8)
        }
        object(
            1,
            Array("<</Type/Catalog/Pages 2 0 R/Word(0123456789abcdef0123456789abcdef)>>".utf8)
        )
        object(2, Array("<</Type/Pages/Kids[3 0 R]/Count 1>>".utf8))
        object(3, Array("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>".utf8))
        let data = [UInt8](repeating: 0xA5, count: 64)
        for (number, keys) in Self.streams {
            object(
                number,
                Array("<<\(keys)/Length \(data.count)>>\nstream\n".utf8) + data
                    + Array("\nendstream".utf8)
            )
        }
        object(9, dictionary)
        let start = file.count
        file += Array("xref\n0 10\n0000000000 65535 f \n".utf8)
        for offset in offsets {
            let digits = String(offset)
            let zeros = String(repeating: "0", count: 10 - digits.count)
            file += Array("\(zeros)\(digits) 00000 n \n".utf8)
        }
        let id = "<31415926535897932384626433832795>"
        file += Array("trailer\n<</Size 10/Root 1 0 R/Encrypt 9 0 R/ID[\(id)\(id)]>>\n".utf8)
        file += Array("startxref\n\(start)\n%%EOF\n".utf8)
        self.file = file
    }

    /// Each way in which a stream is encrypted.
    private static let streams = [
        (4, ""), (5, "/Type/Metadata"), (6, "/Type/EmbeddedFile"),
        (7, "/Filter/Crypt/DecodeParms<</Name/StdCF>>"), (8, "/Filter[/Crypt]"),
    ]

    /// Opens the file by each password; what opens is read, changed, saved and read again.
    func run() {
        let source = MemoryByteSource(file)
        for password in [nil, Password("user"), Password("owner")] {
            guard let base = try? BaseFile(source, password: password) else { continue }
            change(Document(base))
        }
    }

    private func change(_ original: Document) {
        var document = original
        let mark = COSObject.array([.string(Array("changed".utf8)), .string([])])
        let data = Array("some bytes that are no whole block".utf8)
        for (number, _) in Self.streams {
            guard let stream = try? document.object(ObjectID(number)).stream else { continue }
            _ = try? document.decodedBytes(of: stream)
            document.set(ObjectID(number), .stream(COSStream(stream.dictionary, data: data)))
        }
        let before = try? document.object(ObjectID(1))
        guard let added = try? document.add(mark), let delta = try? document.delta() else {
            return law(false, "A file that opened cannot be changed.")
        }
        let whole = ConcatenatedByteSource(document.base.source, MemoryByteSource(delta))
        guard let again = try? BaseFile(whole, openedLike: document.base) else {
            return law(false, "The changed file does not open with the same key.")
        }
        law((try? again.object(added)) == mark, "A string reads differently.")
        law((try? again.object(ObjectID(1))) == before, "An unchanged object reads differently.")
        for (number, _) in Self.streams {
            guard let stream = try? again.object(ObjectID(number)).stream,
                case .set(.stream, _)? = document.overlay[number]
            else { continue }
            let bytes = try? again.encodedBytes(of: stream)
            law(bytes.map { Array($0) } == data, "A stream reads differently.")
        }
    }
}
