// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Cryptography
internal import Deflate
internal import Faults
internal import Storage
internal import Synchronization
internal import WebExchange

/// The files of the web app, packed once and kept in memory.
///
/// A file that changed on the disk is read again, so that the app can be worked on while the
/// server runs.
final class WebFiles: Sendable {
    private struct Entry: Sendable {
        var identity: FileIdentity
        var type: String
        var bytes: [UInt8]
        /// Packed; nil where that does not make it smaller.
        var packed: [UInt8]?
        var tag: EntityTag
    }

    /// What is served, by the ends of names: nothing else in the folder is.
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "json": "application/json",
        "webmanifest": "application/manifest+json", "svg": "image/svg+xml", "png": "image/png",
        "wasm": "application/wasm", "txt": "text/plain; charset=utf-8",
    ]
    /// No file of the app is larger.
    private static let mostBytes = 8 << 20

    private let folder: String
    /// Files that are elsewhere, by their path in the app.
    private let elsewhere: [String: String]
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameters:
    ///   - folder: where the app is.
    ///   - elsewhere: files that are in other places, such as what a build made.
    init(in folder: String, elsewhere: [String: String] = [:]) {
        self.folder = folder
        self.elsewhere = elsewhere
    }

    /// A file of the app.
    ///
    /// - Parameters:
    ///   - parts: of the path, each a plain name.
    ///   - call: tells what the client has and can unpack.
    /// - Returns: the answer; nil when there is no file at this address.
    func answer(_ parts: [String], _ call: WebRequestHead) -> WebResponse? {
        let path = parts.isEmpty ? "index.html" : parts.joined(separator: "/")
        guard parts.allSatisfy({ !$0.hasPrefix(".") }), let entry = entry(path) else { return nil }
        let isPacked =
            entry.packed != nil
            && call.fields.values("Accept-Encoding").contains { $0.contains("gzip") }
        var fields: WebFields = [
            "Content-Type": entry.type, "ETag": entry.tag.field, "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        ]
        if path == "service-worker.js" { fields["Service-Worker-Allowed"] = "/" }
        let given = call.fields["If-None-Match"].map(EntityTag.unquoted)
        if given == entry.tag.value { return WebResponse(304, fields: fields) }
        if isPacked, let packed = entry.packed {
            fields["Content-Encoding"] = "gzip"
            return WebResponse(200, fields: fields, body: .bytes(packed))
        }
        return WebResponse(200, fields: fields, body: .bytes(entry.bytes))
    }

    private func entry(_ path: String) -> Entry? {
        guard let dot = path.lastIndex(of: "."),
            let type = Self.types[String(path[path.index(after: dot)...])],
            let file = try? OpenedFile.open(elsewhere[path] ?? folder + "/" + path),
            file.identity.size <= Self.mostBytes
        else { return nil }
        if let known = entries.withLock({ $0[path] }), known.identity == file.identity {
            return known
        }
        guard let read = try? file.source.bytes(in: 0..<file.source.count) else { return nil }
        let bytes = Array(read)
        let packed = GzipEncoder.compress(bytes)
        let entry = Entry(
            identity: file.identity,
            type: type,
            bytes: bytes,
            packed: packed.count < bytes.count * 9 / 10 ? packed : nil,
            tag: EntityTag(String(SHA256.digest(bytes).description.prefix(16)))
        )
        entries.withLock { $0[path] = entry }
        return entry
    }
}
