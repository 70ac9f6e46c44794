// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// What /Encrypt says, for the standard security handler (ISO 32000-2, 7.6.2 and 7.6.4.2).
struct EncryptionDictionary: Sendable, Hashable {
    var version: Int
    var revision: Int
    /// The length of the file's key in bytes, as the dictionary has it.
    var keyBytes: Int
    /// Validation of the owner's and the user's password.
    var owner: [UInt8]
    var user: [UInt8]
    /// The file's key under either password, from revision 5 on.
    var ownerKey: [UInt8] = []
    var userKey: [UInt8] = []
    /// The permissions again, encrypted, from revision 5 on.
    var permissionsCheck: [UInt8] = []
    /// /P as it stands.
    var p: Int
    var encryptsMetadata = true
    /// The methods of the crypt filters by their names.
    var filters: [COSName: CryptMethod] = [:]
    var strings = CryptMethod.rc4
    var streams = CryptMethod.rc4
    var embeddedFiles = CryptMethod.rc4

    /// Reads the dictionary.
    ///
    /// - Parameters:
    ///   - dictionary: as it stands in the file.
    ///   - resolve: follows references.
    /// - Throws: `unsupported` for other handlers and algorithms than those of the standard,
    ///   `invalidDocument` when what the key needs is missing.
    init(
        _ dictionary: COSDictionary,
        resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) {
        func value(_ key: COSName, in dictionary: COSDictionary) throws(Fault) -> COSObject? {
            guard let value = dictionary[key] else { return nil }
            return try resolve(value)
        }
        let handler = try value("Filter", in: dictionary)?.name ?? "Standard"
        guard handler == "Standard" else {
            throw Fault(
                .unsupported,
                "The file is encrypted by the security handler \(handler.latin1), which is not "
                    + "handled; only passwords are."
            )
        }
        version = try value("V", in: dictionary)?.integer ?? 0
        revision = try value("R", in: dictionary)?.integer ?? 0
        let isKnown =
            version == 5 ? (5...6).contains(revision) : (2...4).contains(revision)
        guard [1, 2, 4, 5].contains(version), isKnown else {
            throw Fault(
                .unsupported,
                "The file is encrypted by an algorithm that is not handled: "
                    + "version \(version), revision \(revision)."
            )
        }
        p = try value("P", in: dictionary)?.integer ?? 0
        // 7.6.4.2: 32 bytes, or 48 from revision 5 on; some writers fill them up.
        let needed = version == 5 ? 48 : 32
        owner = Array((try value("O", in: dictionary)?.string ?? []).prefix(needed))
        user = Array((try value("U", in: dictionary)?.string ?? []).prefix(needed))
        guard !user.isEmpty else {
            throw Fault(.invalidDocument, "The encryption dictionary has no /U.")
        }
        keyBytes = 5
        if version >= 2 {
            keyBytes = Self.bytes(try value("Length", in: dictionary)?.integer) ?? 5
        }
        if version >= 4 {
            encryptsMetadata =
                try value("EncryptMetadata", in: dictionary)?.boolean ?? true
            try readFilters(dictionary, value)
        }
        if version == 5 {
            ownerKey = Array((try value("OE", in: dictionary)?.string ?? []).prefix(32))
            userKey = Array((try value("UE", in: dictionary)?.string ?? []).prefix(32))
            permissionsCheck = Array((try value("Perms", in: dictionary)?.string ?? []).prefix(16))
            keyBytes = 32
        }
    }

    /// 7.6.6, table 25.
    private mutating func readFilters(
        _ dictionary: COSDictionary,
        _ value: (COSName, COSDictionary) throws(Fault) -> COSObject?
    ) throws(Fault) {
        let given = try value("CF", dictionary)?.dictionary ?? COSDictionary()
        var length = try value("Length", dictionary)?.integer
        for entry in given.entries.prefix(Self.mostFilters) {
            guard let filter = try value(entry.key, given)?.dictionary else { continue }
            let method = try value("CFM", filter)?.name ?? "None"
            switch method {
            case "None": filters[entry.key] = CryptMethod.none
            case "V2":
                filters[entry.key] = .rc4
                length = try value("Length", filter)?.integer ?? length
            case "AESV2": filters[entry.key] = .aes128
            case "AESV3": filters[entry.key] = .aes256
            default:
                throw Fault(
                    .unsupported,
                    "The file is encrypted by the method \(method.latin1), which is not handled."
                )
            }
        }
        filters["Identity"] = CryptMethod.none
        keyBytes = usesAES ? 16 : Self.bytes(length) ?? 16
        streams = method(try value("StmF", dictionary)?.name ?? "Identity")
        strings = method(try value("StrF", dictionary)?.name ?? "Identity")
        embeddedFiles = try value("EFF", dictionary)?.name.map(method) ?? streams
    }

    /// Whether any crypt filter asks for AES, whose keys have one length.
    var usesAES: Bool { filters.values.contains { $0 == .aes128 || $0 == .aes256 } }

    /// More crypt filters than any file needs.
    private static let mostFilters = 64

    /// A filter that is named and not there encrypts nothing, as readers take it.
    func method(_ filter: COSName) -> CryptMethod { filters[filter] ?? CryptMethod.none }

    /// /Length in bits; some writers give bytes.
    ///
    /// `nil` when it makes no sense.
    private static func bytes(_ length: Int?) -> Int? {
        guard let length else { return nil }
        let bytes = length < 40 ? length : length / 8
        return (5...16).contains(bytes) ? bytes : nil
    }
}
