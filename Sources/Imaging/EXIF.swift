// SPDX-License-Identifier: Apache-2.0

/// Orientation and resolution out of an Exif block (Exif 2.32, 4.6; TIFF 6.0, section 2).
///
/// Only the first directory is read; its offsets are the file's word and are checked.
struct EXIF {
    var orientation: Orientation?
    var dotsPerInch: MarkImage.Resolution?

    /// Most entries of a directory that are looked at; real ones have some thirty.
    private static let maximumEntries = 512

    /// Reads a block that starts with the TIFF header; what cannot be read stays `nil`.
    init(_ block: ArraySlice<UInt8>) {
        var tiff = ByteCursor(block)
        if tiff.has("II") {
            tiff.littleEndian = true
        } else if !tiff.has("MM") {
            return
        }
        guard tiff.number(at: 2, size: 2) == 42, let directory = tiff.number(at: 4, size: 4),
            let count = tiff.number(at: directory, size: 2)
        else { return }

        var resolution: (x: Double?, y: Double?, unit: Int) = (nil, nil, 2)
        for index in 0..<min(count, Self.maximumEntries) {
            let entry = directory + 2 + index * 12
            guard let tag = tiff.number(at: entry, size: 2),
                let type = tiff.number(at: entry + 2, size: 2)
            else { break }
            switch (tag, type) {
            case (0x0112, 3):
                orientation = tiff.number(at: entry + 8, size: 2).flatMap(Orientation.init)
            case (0x0112, 4):
                orientation = tiff.number(at: entry + 8, size: 4).flatMap(Orientation.init)
            case (0x011A, 5): resolution.x = Self.rational(in: tiff, entry: entry)
            case (0x011B, 5): resolution.y = Self.rational(in: tiff, entry: entry)
            case (0x0128, 3): resolution.unit = tiff.number(at: entry + 8, size: 2) ?? 2
            default: break
            }
        }
        let perInch: Double? =
            switch resolution.unit {
            case 2: 1
            case 3: 2.54
            default: nil
            }
        if let perInch, let x = resolution.x, let y = resolution.y {
            dotsPerInch = MarkImage.Resolution(checked: x * perInch, y * perInch)
        }
    }

    private static func rational(in tiff: ByteCursor, entry: Int) -> Double? {
        guard let offset = tiff.number(at: entry + 8, size: 4),
            let numerator = tiff.number(at: offset, size: 4),
            let denominator = tiff.number(at: offset + 4, size: 4), denominator > 0
        else { return nil }
        return Double(numerator) / Double(denominator)
    }
}

extension MarkImage.Resolution {
    /// A resolution that a device could have (1...100,000 dots per inch), or `nil`.
    init?(checked horizontal: Double, _ vertical: Double) {
        let possible = 1.0...100_000.0
        guard possible.contains(horizontal), possible.contains(vertical) else { return nil }
        self.init(horizontal: horizontal, vertical: vertical)
    }
}
