// SPDX-License-Identifier: Apache-2.0

/// What a page's content leaves open, and what must stand around it so that a mark appended
/// after it lands where it was put (ISO 32000-2, 7.8.2, 8.4.2, 9.4, 14.6).
///
/// The bytes scanned are all content streams of the page, decoded, one after the other. Renderers
/// join them so that a token ends at the seam but a comment or a string does not: put one space
/// between them, never a line feed.
///
/// A page that is `isClean` needs nothing but the mark. Any other page becomes
///
///     opening · content (rewritten where there are obstacles) · closing · Q · mark
///
/// Where PDFium, MuPDF and Poppler read the same bytes differently, all readings are followed at
/// once: `closing` closes whatever is open in any of them, and `opening` has as many `q` as any
/// of them could miss. Poppler stops reading a page at a `Q` without a `q`, so closing too much
/// without opening more would lose the mark.
package struct ContentScan: Sendable, Hashable {
    /// Something that must be taken out of the content, because nothing around it can help.
    package struct Obstacle: Sendable, Hashable {
        /// What stands in the way.
        package enum Kind: Sendable, Hashable {
            /// A `Q` without a `q`, after the base state was changed or inside a text object.
            /// PDFium and nearly all others pass over it, Poppler stops there, MuPDF lets the
            /// first one restore the page's initial state; and a `q` put before the page would
            /// give it something to restore.
            case strayRestore
            /// The word `endstream`: MuPDF reads no further.
            case falseEnd
            /// An inline image without an end, or a `BI` without an `ID`: whatever follows would
            /// be its data. PDFium and MuPDF do not draw it, so it is not completed.
            case unfinishedImage
        }

        /// What stands in the way.
        package var kind: Kind
        /// The bytes it takes, counted from the start of what was scanned.
        package var range: Range<Int>
    }

    /// What closes everything; it begins and ends with a line feed unless it is empty.
    ///
    /// In this order: a cut token, an array or dictionary, the pending path (`n`), then text
    /// objects, marked content and saved states in reverse order of opening (`ET`, `EMC`, `Q`),
    /// last `EX`.
    package var closing: [UInt8] = []
    /// How many `Q` are in `closing`.
    package var openSaves = 0
    /// How many `q` more than the one of the wrap must stand before the content.
    package var extraSaves = 0
    /// What must be taken out, in order, nothing overlapping.
    package var obstacles: [Obstacle] = []
    /// True when something outside all `q … Q` may still change how a mark would look.
    ///
    /// Unknown operators count.
    package var changesBaseState = false
    /// Whether the content ends inside a string, an array or a dictionary.
    package var isCutShort = false
    /// Whether an array or a dictionary holds a word that is no object, as `R` is none here.
    package var hasWordInBrackets = false

    init() {}

    /// Scans decoded content.
    ///
    /// - Parameters:
    ///   - bytes: All streams of the page, with a space between.
    ///   - usesShortWay: False only where a test holds both ways against each other.
    ///   - colorSpaceComponents: How many components a colour space has that the page's resources
    ///     name, needed for the length of inline images without a filter; `nil` when it is not
    ///     known, which is answered by looking for the image's end.
    package init(
        scanning bytes: ArraySlice<UInt8>,
        usesShortWay: Bool = true,
        colorSpaceComponents: ((ArraySlice<UInt8>) -> Int?)? = nil
    ) {
        var scanner = ContentScanner()
        scanner.endsWithName = Self.endsWithName(bytes)
        scanner.scan(bytes.span, usesShortWay: usesShortWay) { name in
            colorSpaceComponents?(
                bytes[bytes.startIndex + name.lowerBound..<bytes.startIndex + name.upperBound]
            )
        }
        self = scanner.result(at: bytes.count)
    }

    private static func endsWithName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let delimiters = Array("()<>[]{}%".utf8)
        for byte in bytes.reversed().drop(while: { $0 <= 0x20 }) {
            if byte == UInt8(ascii: "/") { return true }
            if byte <= 0x20 || delimiters.contains(byte) { return false }
        }
        return false
    }

    /// Scans decoded content.
    package init(scanning bytes: [UInt8]) { self.init(scanning: bytes[...]) }

    /// True when a mark may be appended to the content as it is.
    package var isClean: Bool {
        !changesBaseState && closing.isEmpty && extraSaves == 0 && obstacles.isEmpty
    }

    /// What must stand before the content: nothing when it is clean, else `q` once or more.
    package var opening: [UInt8] {
        isClean ? [] : Array(repeatElement([0x71, 0x0A], count: 1 + extraSaves).joined())
    }

    /// Where the `Q` are that must be taken out.
    package var strayRestores: [Range<Int>] {
        obstacles.lazy.filter { $0.kind == .strayRestore }.map(\.range)
    }

    /// The content without its obstacles.
    ///
    /// Each is replaced by the empty compatibility section `BX EX`, not by nothing: operands that
    /// stood before it must not reach the next operator.
    ///
    /// - Parameter bytes: The bytes that were scanned.
    /// - Returns: The bytes to write in their place.
    package func removingObstacles(from bytes: ArraySlice<UInt8>) -> [UInt8] {
        let inert: [UInt8] = Array(" BX EX ".utf8)
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count + obstacles.count * inert.count)
        var done = 0
        for obstacle in obstacles {
            kept += bytes.dropFirst(done).prefix(obstacle.range.lowerBound - done)
            kept += inert
            done = obstacle.range.upperBound
        }
        kept += bytes.dropFirst(done)
        return kept
    }
}
