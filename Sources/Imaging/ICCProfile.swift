// SPDX-License-Identifier: Apache-2.0

/// The header of an ICC profile (ICC.1:2022, 7.2), read only as far as PDF asks.
struct ICCProfile {
    /// The profile, cut to the size that its header names.
    let bytes: [UInt8]

    /// The profile, when it may stand for `family` (ISO 32000-2, 8.6.5.5: an input, display, output
    /// or colour space profile with as many components).
    ///
    /// - Returns: the profile, or why it is left out.
    static func checked(_ data: [UInt8], for family: ColourSpace.Family) -> Result {
        let header = ByteCursor(data[...])
        guard data.count >= 132, header.has("acsp", at: 36),
            let size = header.number(at: 0, size: 4)
        else { return .refused("is no ICC profile") }
        guard size >= 132, size <= data.count else { return .refused("is cut short") }
        guard let version = header.byte(at: 8), (1...4).contains(version) else {
            return .refused("has an unknown version")
        }
        guard
            header.has("scnr", at: 12) || header.has("mntr", at: 12) || header.has("prtr", at: 12)
                || header.has("spac", at: 12)
        else { return .refused("is of a class that pictures cannot use") }
        let fits =
            switch family {
            case .grey: header.has("GRAY", at: 16)
            case .rgb: header.has("RGB ", at: 16)
            case .cmyk: header.has("CMYK", at: 16)
            }
        guard fits else { return .refused("is for another colour space than the picture's") }
        return .fits(ICCProfile(bytes: size == data.count ? data : Array(data[..<size])))
    }

    enum Result {
        case fits(ICCProfile)
        case refused(String)
    }
}
