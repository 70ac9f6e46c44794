// SPDX-License-Identifier: Apache-2.0

/// Ends the program with the sentence when a law does not hold; in release builds too, where a
/// precondition would keep its reason to itself.
func law(_ holds: Bool, _ broken: @autoclosure () -> String) {
    if !holds { fatalError(broken()) }
}
