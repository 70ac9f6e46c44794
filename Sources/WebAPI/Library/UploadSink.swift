// SPDX-License-Identifier: Apache-2.0
internal import DocumentLibrary
internal import Faults
internal import WebExchange

/// A file on its way into the library.
final class UploadSink: WebBodySink {
    let incoming: IncomingFile

    private init(_ incoming: IncomingFile) { self.incoming = incoming }

    /// Makes room for a file whose head has come.
    ///
    /// - Throws: `WebRefusal` for another kind of body, `usage` without a name, and as the library.
    static func begin(_ call: WebCall, library: DocumentLibrary) throws -> UploadSink {
        guard call.mediaType == "application/pdf" else {
            throw WebRefusal.unsupportedMedia("application/pdf")
        }
        guard call.head.fields["Content-Encoding"] == nil else {
            throw WebRefusal.unsupportedMedia("a file without Content-Encoding")
        }
        guard let name = try call.text("name", longest: 255), !name.isEmpty else {
            throw Fault(.usage, "Say what the file is called: ?name=…")
        }
        return UploadSink(try library.beginImport(name: name))
    }

    func take(_ bytes: [UInt8]) -> WebResponse? {
        do {
            try incoming.write(bytes)
            return nil
        } catch {
            incoming.abandon()
            return WebResponse(error)
        }
    }

    func abandon() { incoming.abandon() }
}
