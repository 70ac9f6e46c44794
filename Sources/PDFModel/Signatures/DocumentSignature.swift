// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// A digital signature that stands in the document (ISO 32000-2, 12.8), as far as it says what may
/// still be changed.
///
/// Whether it is valid is another question.
public struct DocumentSignature: Sendable, Hashable {
    /// The full name of the field.
    public var fieldName: String
    /// As in `adbe.pkcs7.detached` (table 255).
    public var subFilter: String?
    /// Who signed, when the signature says so.
    public var signer: String?
    /// What a certification permits: 1 nothing, 2 filling in forms, 3 annotations too (12.8.2.2).
    public var certificationPermission: Int?
    /// What a lock of the field permits from then on (table 236, /P).
    public var lockPermission: Int?
    /// Which fields may no longer change.
    public var lockedFields: [FieldLock]

    /// A set of fields that a signature locks (12.8.2.4, 12.7.5.5).
    public enum FieldLock: Sendable, Hashable {
        /// Every field.
        case all
        /// The named ones and their children.
        case only([String])
        /// Every one but the named.
        case allExcept([String])

        /// Whether a field is locked.
        public func locks(_ name: String) -> Bool {
            func isNamed(_ names: [String]) -> Bool {
                names.contains { name == $0 || name.hasPrefix($0 + ".") }
            }
            switch self {
            case .all: return true
            case .only(let names): return isNamed(names)
            case .allExcept(let names): return !isNamed(names)
            }
        }
    }
}

extension Document {
    /// All signatures of the document, in the order of the form's fields.
    ///
    /// - Throws: `readFailed`.
    public func signatures() throws(Fault) -> [DocumentSignature] {
        let catalog = try catalog()
        let certification = try value(
            "DocMDP",
            in: try value("Perms", in: catalog).dictionary ?? [:]
        )
        var finder = SignatureFinder(document: self, certification: certification.dictionary)
        let form = try value("AcroForm", in: catalog).dictionary ?? [:]
        for field in try value("Fields", in: form).array ?? [] {
            try finder.visit(field, name: "", type: nil, lock: nil, depth: 0)
        }
        try finder.addCertificationWithoutField()
        return finder.found
    }
}

/// Walks the tree of form fields (12.7.4).
private struct SignatureFinder {
    let document: Document
    let certification: COSDictionary?
    var found: [DocumentSignature] = []
    private var sawCertification = false
    private var seen: Set<ObjectID> = []

    /// Deeper than any form.
    private static let depthLimit = 64

    init(document: Document, certification: COSDictionary?) {
        self.document = document
        self.certification = certification
    }

    mutating func visit(
        _ object: COSObject,
        name: String,
        type: COSName?,
        lock: COSObject?,
        depth: Int
    ) throws(Fault) {
        guard depth < Self.depthLimit else { return }
        if let id = object.reference, !seen.insert(id).inserted { return }
        guard let field = try document.resolve(object).dictionary else { return }
        let part = try document.value("T", in: field).string.map(TextString.decode)
        let fullName = [name, part ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        let type = try document.value("FT", in: field).name ?? type
        let lock = field["Lock"] ?? lock
        if type == "Sig", let value = try document.value("V", in: field).dictionary {
            if value == certification { sawCertification = true }
            found.append(try signature(value, fullName, lock))
        }
        for kid in try document.value("Kids", in: field).array ?? [] {
            try visit(kid, name: fullName, type: type, lock: lock, depth: depth + 1)
        }
    }

    /// 12.8.2.2: the catalog's word counts, also where a program lost the field.
    mutating func addCertificationWithoutField() throws(Fault) {
        guard let certification, !sawCertification else { return }
        found.append(try signature(certification, "DocMDP", nil))
    }

    private func signature(
        _ value: COSDictionary,
        _ name: String,
        _ lock: COSObject?
    ) throws(Fault) -> DocumentSignature {
        var signature = DocumentSignature(
            fieldName: name,
            subFilter: try document.value("SubFilter", in: value).name?.latin1,
            signer: try document.value("Name", in: value).string.map(TextString.decode),
            lockedFields: []
        )
        for reference in try document.value("Reference", in: value).array ?? [] {
            guard let entry = try document.resolve(reference).dictionary else { continue }
            let parameters = try document.value("TransformParams", in: entry).dictionary ?? [:]
            switch try document.value("TransformMethod", in: entry).name {
            case "DocMDP":
                signature.certificationPermission = try permission(parameters)
            case "FieldMDP":
                if let fields = try fieldLock(parameters) { signature.lockedFields.append(fields) }
            default: break
            }
        }
        // The catalog's /Perms may be the only place that says so.
        if signature.certificationPermission == nil, certification == value {
            signature.certificationPermission = 2
        }
        if let lock = try document.resolve(lock).dictionary {
            signature.lockPermission = try document.value("P", in: lock).integer
            if let fields = try fieldLock(lock) { signature.lockedFields.append(fields) }
        }
        return signature
    }

    /// Table 257: 2 when the entry is absent.
    private func permission(_ parameters: COSDictionary) throws(Fault) -> Int {
        try document.value("P", in: parameters).integer ?? 2
    }

    private func fieldLock(
        _ parameters: COSDictionary
    ) throws(Fault) -> DocumentSignature.FieldLock? {
        let fields = try document.value("Fields", in: parameters).array ?? []
        var names: [String] = []
        for field in fields {
            if let name = try document.resolve(field).string {
                names.append(TextString.decode(name))
            }
        }
        switch try document.value("Action", in: parameters).name {
        case "All": return .all
        case "Include": return .only(names)
        case "Exclude": return .allExcept(names)
        default: return nil
        }
    }
}
