// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Foundation
import PDFSyntax
import Testing

/// A file of Tests/Fixtures/Encryption; qpdf made it.
enum EncryptedFixture: String, CaseIterable, CustomTestStringConvertible {
    case oldTable = "rc4-40-table"
    case rc4Table = "rc4-128-table"
    case rc4Stream = "rc4-128-stream"
    case rc4FilterTable = "rc4-128-v4-table"
    case rc4FilterStream = "rc4-128-v4-stream"
    case aes128Table = "aes-128-table"
    case aes128Stream = "aes-128-stream"
    case clearMetadataTable = "aes-128-clear-metadata-table"
    case clearMetadataStream = "aes-128-clear-metadata-stream"
    case revision5Table = "aes-256-r5-table"
    case revision5Stream = "aes-256-r5-stream"
    case aes256Table = "aes-256-table"
    case aes256Stream = "aes-256-stream"
    case restrictedTable = "aes-256-restricted-table"
    case restrictedStream = "aes-256-restricted-stream"

    var testDescription: String { rawValue }

    /// The file.
    var bytes: [UInt8] {
        get throws {
            let url = URL(fileURLWithPath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
                .appendingPathComponent("Fixtures/Encryption/\(rawValue).pdf")
            return Array(try Data(contentsOf: url))
        }
    }

    /// The file opened.
    func open(_ password: String? = "user") throws -> Document {
        try opened(try bytes, password)
    }
}

/// Opens bytes by a password.
func opened(_ bytes: [UInt8], _ password: String?) throws(Fault) -> Document {
    Document(try BaseFile(MemoryByteSource(bytes), password: password.map { Password($0) }))
}

extension Document {
    /// The only page.
    var onlyPage: COSDictionary {
        get throws {
            let pages = try #require(try resolve(catalog()["Pages"]).dictionary)
            let kids = try #require(try resolve(pages["Kids"]).array)
            return try #require(try resolve(kids.first).dictionary)
        }
    }
}
