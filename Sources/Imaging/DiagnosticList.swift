// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// Diagnostics with a cap.
struct DiagnosticList {
    private(set) var all: [Diagnostic] = []
    let maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    mutating func note(_ severity: Diagnostic.Severity, _ message: String, at offset: Int? = nil) {
        guard all.count < maximum else { return }
        all.append(Diagnostic(severity, message, at: Place(byteOffset: offset)))
    }
}
