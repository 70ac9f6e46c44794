// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults
internal import JSON
public import PDFModel
public import PDFSyntax
internal import Storage

/// The forms in which annotations leave and enter a document.
public enum AnnotationFileFormat: String, Sendable, CaseIterable {
    /// JSON in view space.
    case json
    /// XFDF (ISO 19444-1), which other programs read.
    case xfdf

    /// By the end of a file's name; JSON where that says nothing.
    public init(path: String) {
        self = path.lowercased().hasSuffix(".xfdf") ? .xfdf : .json
    }
}

extension Workbench {
    /// The largest file of annotations, in bytes.
    public static let largestAnnotationFile = 256 << 20

    /// Annotations as a file.
    ///
    /// - Throws: `notFound` for a page that is not there, `readFailed`.
    public func annotationFile(
        _ annotations: [Annotation],
        of document: Document,
        as format: AnnotationFileFormat
    ) throws(Fault) -> [UInt8] {
        switch format {
        case .xfdf: return try XFDF.write(annotations, of: document)
        case .json:
            let list = JSONValue.array(annotations.map(AnnotationJSON.value))
            let value: JSONValue = ["version": 1, "annotations": list]
            return value.serialisedBytes(pretty: true) + [0x0A]
        }
    }

    /// Reads a file of annotations, of either format: XML begins with `<`.
    ///
    /// - Throws: `usage` for JSON that is no annotation, `invalidDocument`, `limitExceeded`.
    public func readAnnotationFile(
        _ bytes: [UInt8],
        for document: Document
    ) throws(Fault) -> (annotations: [Annotation], diagnostics: [Diagnostic]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if start.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
            let reading = try XFDF.read(bytes, for: document)
            return (reading.annotations, reading.diagnostics)
        }
        return (try Self.annotations(json: bytes), [])
    }

    /// Reads annotations written as JSON: one, a list of them, or a file of them.
    ///
    /// - Throws: `usage` with what is wrong.
    public static func annotations(json bytes: [UInt8]) throws(Fault) -> [Annotation] {
        let value: JSONValue
        do {
            value = try JSONValue.parse(bytes)
        } catch {
            throw Fault(
                .usage,
                "The annotations are no valid JSON. \(error.message)",
                at: Place(byteOffset: error.byteOffset)
            )
        }
        if let version = value["version"] {
            guard version.int == 1 else {
                throw Fault(.unsupported, "This tool knows version 1 of files of annotations.")
            }
        }
        let list = value.array ?? value["annotations"]?.array ?? [value]
        return try list.map { element throws(Fault) in
            try AnnotationJSON.annotation(element)
        }
    }

    /// The bytes of a file of annotations.
    ///
    /// - Throws: `notFound`, `permissionDenied`, `readFailed`, `limitExceeded`.
    public func annotationBytes(_ path: String) throws(Fault) -> [UInt8] {
        let file = try OpenedFile.open(path)
        guard file.source.count <= Self.largestAnnotationFile else {
            throw Fault(
                .limitExceeded,
                "A file of annotations has at most \(Self.largestAnnotationFile) bytes.",
                at: Place(file: path)
            )
        }
        return Array(try file.source.bytes(in: 0..<file.source.count))
    }

    /// Writes a file of annotations.
    ///
    /// - Throws: `alreadyExists` unless it may be replaced, and as `SafeReplace.create`.
    public func writeAnnotationFile(
        _ bytes: [UInt8],
        to path: String,
        replacing: Bool
    ) throws(Fault) {
        _ = try SafeReplace.create(path, with: SaveContent(bytes: bytes), replacing: replacing)
    }
}
