// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Synchronization

/// Whether the person pressed Ctrl-C.
///
/// Work asks now and then and stops with nothing left behind.
enum Interruption {
    private static let isWanted = Atomic<Bool>(false)

    /// From now on an interrupt is noted; a second one ends the program at once.
    static func watch() {
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { number in
                Interruption.isWanted.store(true, ordering: .relaxed)
                _ = signal(number, SIG_DFL)
            }
        }
    }

    /// Whether to stop.
    static var isRequested: Bool { isWanted.load(ordering: .relaxed) }
}
