// SPDX-License-Identifier: Apache-2.0
internal import Deflate
internal import Faults

/// What a PNG says about its colours (PNG, 11.3.2), and which of it counts.
struct PNGColourChunks {
    private var gamma: Double?
    private var chromaticities: [Double]?
    private var isSRGB = false
    private var codePoints: [UInt8]?
    private var profile: (stream: ArraySlice<UInt8>, offset: Int)?

    /// Keeps the chunk if it is about colour.
    mutating func take(_ chunk: PNGChunk) {
        let cursor = ByteCursor(chunk.data)
        switch chunk.type {
        case "gAMA":
            gamma = cursor.number(at: 0, size: 4).map { Double($0) / 100_000 }
        case "cHRM":
            let values = (0..<8).compactMap { cursor.number(at: $0 * 4, size: 4) }
            chromaticities = values.count == 8 ? values.map { Double($0) / 100_000 } : nil
        case "sRGB":
            isSRGB = true
        case "cICP":
            codePoints = Array(chunk.data.prefix(4))
        case "iCCP":
            // A name of at most 79 bytes, zero, the method (0 is deflate), the stream.
            let name = chunk.data.prefix(80)
            guard let zero = name.firstIndex(of: 0),
                cursor.byte(at: zero - name.startIndex + 1) == 0
            else { return }
            profile = (chunk.data.dropFirst(zero - name.startIndex + 2), chunk.offset)
        default:
            break
        }
    }

    /// The characterisation for `family`: the profile when it fits, else sRGB, else gamma and
    /// primaries (PNG, 4.3: in this order of trust), else the device's.
    func characterisation(
        for family: ColourSpace.Family,
        limits: ImageLimits,
        diagnostics: inout DiagnosticList
    ) -> ColourSpace.Characterisation {
        if let codePoints, codePoints != [1, 13, 0, 1] {
            diagnostics.note(.note, "The PNG's video colour space (cICP) is not applied.")
        }
        if let profile {
            switch Self.inflated(profile.stream, for: family, limits: limits) {
            case .fits(let fitting): return .icc(profile: fitting.bytes)
            case .refused(let reason):
                diagnostics.note(
                    .repaired,
                    "The colour profile \(reason) and is left out.",
                    at: profile.offset
                )
            }
        }
        if isSRGB { return .device }
        guard let gamma, gamma > 0 else {
            // Primaries without a gamma are taken with the usual one.
            return chromaticities.flatMap { calibrated(1 / 2.2, $0) } ?? .device
        }
        return calibrated(gamma, chromaticities ?? Calibration.sRGBChromaticities) ?? .device
    }

    private static func inflated(
        _ stream: ArraySlice<UInt8>,
        for family: ColourSpace.Family,
        limits: ImageLimits
    ) -> ICCProfile.Result {
        guard let result = try? Inflate.inflate(stream, limit: limits.maximumProfileBytes) else {
            return .refused("is larger than is allowed")
        }
        return ICCProfile.checked(result.bytes, for: family)
    }

    /// The calibration, unless it is sRGB within what an eye can tell: then the device's space is
    /// the safer word for the same.
    private func calibrated(
        _ encoding: Double,
        _ chromaticities: [Double]
    ) -> ColourSpace.Characterisation? {
        let isUsualGamma = abs(encoding * 2.2 - 1) < 0.02
        let isUsualWhite = zip(chromaticities, Calibration.sRGBChromaticities)
            .allSatisfy { abs($0 - $1) < 0.002 }
        if isUsualGamma && isUsualWhite { return .device }
        return Calibration(gamma: 1 / encoding, chromaticities: chromaticities)
            .map { .calibrated($0) }
    }
}
