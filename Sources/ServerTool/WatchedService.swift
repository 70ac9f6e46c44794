// SPDX-License-Identifier: Apache-2.0
internal import CommandLineTool
internal import Glibc
internal import Synchronization
internal import WebAPI
internal import WebExchange

/// Notes when something was last asked for, and writes what it was when somebody wants that.
final class WatchedService: WebService {
    private let service: InkstoneService
    private let log: ServeOptions.Log
    private let last = Atomic<Int64>(Milliseconds.now())

    init(_ service: InkstoneService, log: ServeOptions.Log) {
        self.service = service
        self.log = log
    }

    /// When something was last asked for.
    var lastRequest: Int64 { last.load(ordering: .relaxed) }

    func admit(_ head: WebRequestHead) -> WebAdmission {
        last.store(Milliseconds.now(), ordering: .relaxed)
        let admission = service.admit(head)
        if case .refuse(let response) = admission { note(head, response, Milliseconds.now()) }
        return admission
    }

    func answerAtOnce(_ head: WebRequestHead) -> WebResponse? {
        let start = Milliseconds.now()
        let response = service.answerAtOnce(head)
        if let response { note(head, response, start) }
        return response
    }

    func lane(of head: WebRequestHead) -> WebLane { service.lane(of: head) }

    func answer(_ request: WebRequest) -> WebResponse {
        let start = Milliseconds.now()
        let response = service.answer(request)
        note(request.head, response, start)
        return response
    }

    private func note(_ head: WebRequestHead, _ response: WebResponse, _ start: Int64) {
        let address: String
        switch log {
        case .none: return
        case .requests: address = service.pattern(of: head)
        case .names: address = Self.harmless(head.path)
        }
        let line =
            "\(head.method.prefix(10)) \(address) \(response.status) "
            + "\(Milliseconds.now() - start) ms\n"
        let bytes = Array(line.utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    /// A path comes from anybody; on a terminal it must stay letters.
    private static func harmless(_ path: String) -> String {
        String(
            path.unicodeScalars.prefix(200).map {
                $0.isASCII && $0.value >= 0x20 && $0.value < 0x7F ? Character($0) : "?"
            }
        )
    }
}
