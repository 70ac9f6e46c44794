// SPDX-License-Identifier: Apache-2.0
internal import CQREncode

/// A text as a QR code (ISO/IEC 18004) of the lowest version that holds it, with error correction
/// at level M: 15 of 100 codewords may be lost.
public struct QRCode: Sendable, Hashable {
    /// Rows from the top, each from the left; true is dark.
    ///
    /// Without the quiet zone.
    public let modules: [[Bool]]

    /// The light modules that must surround the code (9.1).
    public static let quietModules = 4

    /// Encodes a text; nil for an empty one, one with a zero byte, and one beyond the 2,331 bytes
    /// that the largest code holds.
    public init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = Int(unsafe code.pointee.width)
        guard let data = unsafe code.pointee.data else { return nil }
        // The lowest bit of a module's byte is its colour.
        modules = (0..<width).map { row in
            (0..<width).map { column in unsafe data[row * width + column] & 1 == 1 }
        }
    }

    /// Modules on each side.
    public var width: Int { modules.count }

    /// Whether a module is dark; outside of the code none is.
    public func isDark(_ row: Int, _ column: Int) -> Bool {
        modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
    }
}
