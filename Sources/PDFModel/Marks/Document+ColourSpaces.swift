// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Imaging
internal import PDFSyntax

extension Document {
    /// The colour space of a picture (ISO 32000-2, 8.6).
    mutating func colourSpace(_ colour: ColourSpace) throws(Fault) -> COSObject {
        let base = try baseSpace(colour)
        guard let palette = colour.palette else { return base }
        return .array([
            .name("Indexed"), base, .integer(palette.count - 1), .string(palette.bytes),
        ])
    }

    private mutating func baseSpace(_ colour: ColourSpace) throws(Fault) -> COSObject {
        let device: COSName =
            switch colour.family {
            case .grey: "DeviceGray"
            case .rgb: "DeviceRGB"
            case .cmyk: "DeviceCMYK"
            }
        switch colour.characterisation {
        case .device: return .name(device)
        case .icc(let profile):
            let stream = COSStream.deflated(
                [
                    "N": .integer(colour.family.componentCount), "Alternate": .name(device),
                ],
                profile
            )
            return .array([.name("ICCBased"), .reference(try add(.stream(stream)))])
        case .calibrated(let calibration):
            var entries: COSDictionary = [
                "WhitePoint": .array(calibration.whitePoint.map(COSObject.length))
            ]
            switch colour.family {
            case .grey:
                entries["Gamma"] = .length(calibration.gamma)
                return .array([.name("CalGray"), .dictionary(entries)])
            case .rgb:
                entries["Gamma"] = .array(
                    Array(repeating: .length(calibration.gamma), count: 3)
                )
                entries["Matrix"] = .array(calibration.matrix.map(COSObject.length))
                return .array([.name("CalRGB"), .dictionary(entries)])
            case .cmyk: return .name(device)
            }
        }
    }
}
