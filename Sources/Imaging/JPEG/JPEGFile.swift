// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// What the markers of a JPEG say (ITU-T T.81, annex B); the entropy-coded data is not touched.
struct JPEGFile {
    let bytes: [UInt8]
    private let limits: ImageLimits
    private(set) var width = 0
    private(set) var height = 0
    /// The identifiers of the components in the frame header.
    private(set) var components: [UInt8] = []
    /// The transform byte of Adobe's APP14, when the marker is there.
    private(set) var adobeTransform: UInt8?
    private(set) var hasJFIF = false
    private(set) var orientation = Orientation.up
    private(set) var dotsPerInch: MarkImage.Resolution?
    private var exifDotsPerInch: MarkImage.Resolution?
    private(set) var profileParts = JPEGProfileParts()
    private(set) var diagnostics: DiagnosticList

    /// Reads the markers up to the first scan.
    init(_ bytes: [UInt8], limits: ImageLimits) throws(Fault) {
        self.bytes = bytes
        self.limits = limits
        diagnostics = DiagnosticList(maximum: limits.maximumDiagnostics)
        var offset = 2
        var isScanReached = false
        while !isScanReached {
            let segment = try JPEGSegment(in: bytes, at: offset)
            if segment.skippedBytes > 0 {
                diagnostics.note(
                    .repaired,
                    "\(segment.skippedBytes) stray bytes between JPEG markers.",
                    at: offset
                )
            }
            try take(segment)
            isScanReached = segment.marker == JPEGSegment.startOfScan
            offset = segment.end
        }
        guard !components.isEmpty else {
            throw Fault(
                .invalidDocument,
                "The JPEG's first scan has no frame header before it.",
                at: Place(byteOffset: offset)
            )
        }
        dotsPerInch = dotsPerInch ?? exifDotsPerInch
        checkEnd(from: offset)
    }

    private mutating func take(_ segment: JPEGSegment) throws(Fault) {
        let cursor = ByteCursor(segment.data)
        switch segment.marker {
        case 0xC0, 0xC1, 0xC2:
            try takeFrame(segment)
        case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xDE:
            throw Fault(
                .unsupported,
                "The JPEG is lossless, hierarchical or arithmetically coded, which PDF viewers "
                    + "cannot show; save it as a usual JPEG or PNG.",
                at: Place(byteOffset: segment.offset)
            )
        case 0xD9:
            throw Fault(
                .invalidDocument,
                "The JPEG ends before its picture.",
                at: Place(byteOffset: segment.offset)
            )
        case 0xE0 where cursor.has("JFIF\0"):
            hasJFIF = true
            dotsPerInch = Self.density(cursor)
        case 0xE1 where cursor.has("Exif\0"):
            let exif = EXIF(segment.data.dropFirst(6))
            orientation = exif.orientation ?? orientation
            exifDotsPerInch = exif.dotsPerInch ?? exifDotsPerInch
        case 0xE2 where cursor.has("ICC_PROFILE\0"):
            profileParts.take(segment, maximumBytes: limits.maximumProfileBytes)
        case 0xEE where cursor.has("Adobe") && segment.data.count >= 12:
            adobeTransform = cursor.byte(at: 11)
        default:
            break
        }
    }

    /// T.81, B.2.2: precision, height, width, then three bytes for each component.
    private mutating func takeFrame(_ segment: JPEGSegment) throws(Fault) {
        func fault(_ code: FaultCode, _ message: String) -> Fault {
            Fault(code, message, at: Place(byteOffset: segment.offset))
        }
        guard components.isEmpty else {
            throw fault(.invalidDocument, "The JPEG has two frame headers.")
        }
        let cursor = ByteCursor(segment.data)
        guard let precision = cursor.byte(at: 0), let height = cursor.number(at: 1, size: 2),
            let width = cursor.number(at: 3, size: 2), let count = cursor.byte(at: 5),
            segment.data.count >= 6 + 3 * Int(count), count > 0
        else { throw fault(.invalidDocument, "The JPEG's frame header is too short.") }
        guard precision == 8 else {
            throw fault(
                .unsupported,
                "The JPEG has \(precision) bits a sample and PDF viewers read 8; save it with 8."
            )
        }
        guard [1, 3, 4].contains(count) else {
            throw fault(.unsupported, "A JPEG of \(count) components has no known colours.")
        }
        guard width > 0 else { throw fault(.invalidDocument, "The JPEG is 0 pixels wide.") }
        guard height > 0 else {
            throw fault(
                .unsupported,
                "The JPEG tells its height only at its end (DNL); save it again."
            )
        }
        guard width * height <= limits.maximumPixels else {
            throw fault(
                .limitExceeded,
                "The picture has \(width) × \(height) pixels, more than is allowed; make it "
                    + "smaller."
            )
        }
        self.width = width
        self.height = height
        components = (0..<Int(count)).compactMap { cursor.byte(at: 6 + 3 * $0) }
    }

    /// JFIF 1.02: units 1 are dots per inch, 2 per centimetre, 0 only an aspect ratio.
    private static func density(_ cursor: ByteCursor) -> MarkImage.Resolution? {
        guard let unit = cursor.byte(at: 7), let x = cursor.number(at: 8, size: 2),
            let y = cursor.number(at: 10, size: 2), unit == 1 || unit == 2
        else { return nil }
        let scale = unit == 1 ? 1 : 2.54
        return MarkImage.Resolution(checked: Double(x) * scale, Double(y) * scale)
    }

    /// Viewers do without an end marker, and with bytes behind it.
    private mutating func checkEnd(from scan: Int) {
        guard let end = Self.end(of: bytes, from: scan) else {
            diagnostics.note(
                .lost,
                "The JPEG has no end marker; it may be cut short.",
                at: bytes.count
            )
            return
        }
        let trailing = bytes.count - end
        if trailing > 0 {
            diagnostics.note(.note, "\(trailing) bytes follow the JPEG's end.", at: end)
        }
    }

    /// Where the end marker behind all scans ends.
    ///
    /// Within entropy-coded data FF is followed by 00
    /// or a restart (T.81, B.1.1.5), so any other marker starts a segment.
    private static func end(of file: [UInt8], from scan: Int) -> Int? {
        let bytes = file.span
        var offset = scan
        while offset + 1 < bytes.count {
            let marker = bytes[offset + 1]
            guard bytes[offset] == 0xFF, marker != 0, marker != 0xFF, marker & 0xF8 != 0xD0 else {
                offset += 1
                continue
            }
            if marker == 0xD9 { return offset + 2 }
            guard offset + 3 < bytes.count else { return nil }
            offset += 2 + max(2, Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
        }
        return nil
    }
}
