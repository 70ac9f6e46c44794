// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Where the unsaved changes of one session are kept, so that a kill loses little.
///
/// Whoever implements it makes sure that a kill or a loss of power at any moment leaves the whole
/// old record or the whole new one.
public protocol EditJournal: Sendable {
    /// Puts a record in the place of the last one; it is safe when this returns.
    ///
    /// - Throws: `saveFailed`, `insufficientStorage`, `permissionDenied`; the last record is then
    ///   still there.
    func write(_ record: JournalRecord) async throws(Fault)

    /// Takes the record away: nothing is unsaved any more.
    ///
    /// - Throws: `saveFailed`, `permissionDenied`.
    func discard() async throws(Fault)
}
