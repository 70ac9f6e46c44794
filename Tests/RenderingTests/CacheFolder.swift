// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A folder that is gone with everything in it when the test is over.
final class CacheFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/inkstone-pictures-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var fileCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? -1
    }
}
