// SPDX-License-Identifier: Apache-2.0

/// Which annotations are signatures that the app still moves.
///
/// The app draws them itself, by the code that writes them into the file, so pictures of pages
/// come without them.
enum MarkNames {
    static let prefix = "inkstone-signature-"

    static func isMark(_ id: String) -> Bool { id.hasPrefix(prefix) }
}
