// SPDX-License-Identifier: Apache-2.0
internal import Faults

extension JPEGFile {
    /// The file as it will be embedded: untouched.
    func markImage() -> MarkImage {
        var notes = diagnostics
        let colour = colourSpace(&notes)
        return MarkImage(
            widthPixels: width,
            heightPixels: height,
            bitsPerComponent: 8,
            colour: colour,
            samples: .jpeg(bytes, colourTransform: colourTransform),
            // Adobe's programs store CMYK as light, and others that write their marker follow.
            decodeInverted: components.count == 4 && adobeTransform != nil,
            orientation: orientation,
            dotsPerInch: dotsPerInch,
            diagnostics: notes.all
        )
    }

    /// The colours, with the file's profile when it fits; why one is left out is noted.
    func colourSpace(_ notes: inout DiagnosticList) -> ColourSpace {
        let family: ColourSpace.Family =
            switch components.count {
            case 1: .grey
            case 3: .rgb
            default: .cmyk
            }
        var colour = ColourSpace(family)
        switch profileParts.joined(for: family) {
        case .fits(let profile): colour.characterisation = .icc(profile: profile.bytes)
        case .refused(let reason):
            notes.note(
                .repaired,
                "The colour profile \(reason) and is left out.",
                at: profileParts.offset
            )
        case nil: break
        }
        return colour
    }

    /// Components that call themselves R, G, B are no YCbCr, which a PDF reader would assume where
    /// neither JFIF nor Adobe says otherwise (ISO 32000-2, table 13; libjpeg knows them by name).
    private var colourTransform: Int? {
        let isNamedRGB = components == Array("RGB".utf8)
        return isNamedRGB && !hasJFIF && adobeTransform == nil ? 0 : nil
    }
}
