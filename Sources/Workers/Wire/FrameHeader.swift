// SPDX-License-Identifier: Apache-2.0

/// What a frame carries.
///
/// Requests are below 0x80, replies above.
package enum FrameKind: UInt8, Sendable, CaseIterable {
    /// Request: an SVG drawing.
    case convertSVG = 0x01
    /// Request: a JPEG picture.
    case decodeJPEG = 0x02
    /// Request: a document, with its descriptors.
    case openDocument = 0x03
    /// Request: a document that is needed no more.
    case closeDocument = 0x04
    /// Request: memory to draw into, with its descriptors.
    case useCanvas = 0x05
    /// Request: a page as pixels.
    case render = 0x06
    /// Request: a page as characters with places.
    case readCharacters = 0x07
    /// Request: pages as characters.
    case readScalars = 0x08
    /// Request: text, to become glyphs.
    case typeset = 0x09
    /// Request: glyphs of a face, to become a font program.
    case cutFont = 0x0A
    /// Request, in tests only: misbehave as the payload names.
    case rehearse = 0x7F
    /// First words of a worker: one byte of flags, see `WorkerConfinement`.
    case hello = 0x80
    /// Reply: a whole file, such as a PDF of one page or a PNG.
    case document = 0x81
    /// Reply: `width` × `height` pixels of 1 (grey) or 3 (RGB) bytes, row by row from the top.
    case pixels = 0x82
    /// Reply: code, message and cause, each ended by a zero byte.
    case fault = 0x83
    /// Reply, in tests only: text.
    case report = 0x84
    /// Reply: nothing but that it is done.
    case done = 0x85
    /// Reply: characters with places in page space.
    case characters = 0x86
    /// Reply: characters of pages.
    case scalars = 0x87
    /// Reply: lines of glyphs.
    case typesetText = 0x88
    /// Reply: a part of a font.
    case fontProgram = 0x89
}

/// The 20 bytes before every payload.
///
/// Numbers are little-endian.
///
///     0      4         5      6          7   8       12       16       20
///     | INKW | version | kind | channels | 0 | width | height | length | payload …
///
/// Width, height and channels are zero unless the payload is pixels. A header that says anything
/// else is refused before a byte of the payload is taken.
package struct FrameHeader: Sendable, Hashable {
    /// The bytes of a header.
    package static let byteCount = 20
    /// Both sides are installed together, so there is no other version to speak.
    package static let version: UInt8 = 1
    private static let magic: [UInt8] = [0x49, 0x4E, 0x4B, 0x57]

    /// What the payload is.
    package var kind: FrameKind
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// Bytes of a pixel.
    package var channels: Int
    /// Bytes of the payload.
    package var length: Int

    /// Makes a header; the numbers are those of a payload in memory and fit 32 bits.
    package init(
        _ kind: FrameKind,
        length: Int,
        width: Int = 0,
        height: Int = 0,
        channels: Int = 0
    ) {
        self.kind = kind
        self.length = length
        self.width = width
        self.height = height
        self.channels = channels
    }

    /// The header as it goes over the wire.
    package var bytes: [UInt8] {
        var bytes = Self.magic + [Self.version, kind.rawValue]
        bytes += [UInt8(truncatingIfNeeded: channels), 0]
        for number in [width, height, length] {
            for shift in [0, 8, 16, 24] {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return bytes
    }

    /// Reads the first 20 bytes of a frame.
    ///
    /// Throws `malformed` when they are no header, name a kind that is not in `expected`, or
    /// promise more than `maximumLength` bytes or other pixels than the payload can hold.
    package init(
        reading bytes: [UInt8],
        expecting expected: [FrameKind],
        maximumLength: Int
    ) throws(WireFailure) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else {
            throw .malformed("a frame does not begin with INKW")
        }
        guard bytes[4] == Self.version else {
            throw .malformed("a frame has version \(bytes[4]), not \(Self.version)")
        }
        guard let kind = FrameKind(rawValue: bytes[5]), expected.contains(kind),
            bytes[7] == 0
        else { throw .malformed("a frame of kind \(bytes[5]) was not expected") }
        func number(at offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        self.init(
            kind,
            length: number(at: 16),
            width: number(at: 8),
            height: number(at: 12),
            channels: Int(bytes[6])
        )
        guard length <= maximumLength else {
            throw .malformed("a frame promises \(length) bytes; at most \(maximumLength) may come")
        }
        guard kind == .pixels ? pixelsMatchLength : (width, height, channels) == (0, 0, 0) else {
            throw .malformed(
                "a frame of \(length) bytes says it is \(width) × \(height) × \(channels)"
            )
        }
    }

    private var pixelsMatchLength: Bool {
        guard [1, 3].contains(channels), width > 0, length.isMultiple(of: channels) else {
            return false
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        return !overflow && pixels > 0 && pixels == length / channels
    }
}
