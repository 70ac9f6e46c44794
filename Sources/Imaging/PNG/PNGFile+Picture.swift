// SPDX-License-Identifier: Apache-2.0
internal import Faults

extension PNGFile {
    /// The picture as it will be embedded.
    ///
    /// Without alpha and interlacing the file's own compressed data is used. All else is taken
    /// apart: colour and alpha planes, clear pixels given the colour of the visible ones.
    func markImage() throws(Fault) -> MarkImage {
        var notes = diagnostics
        let stream = try PNGStream(self, diagnostics: &notes)
        let (isSound, consumed) = (stream.isSound, stream.consumed)
        var image = traits(&notes)
        if isSound && !header.hasAlpha && transparency == nil {
            image.samples = .pngFlate(joined(consumed))
            image.diagnostics = notes.all
            return image
        }
        var planes = PNGPlanes(PNGPixels(stream, header), self)
        image.alpha = planes.alpha
        if isSound && !header.hasAlpha && planes.alpha == nil {
            image.samples = .pngFlate(joined(consumed))
        } else {
            let pixelBytes = header.colourSamples * (header.bitDepth == 16 ? 2 : 1)
            planes.bleed(pixelBytes: pixelBytes, width: header.width)
            let isPacked = header.bitDepth < 8
            image.samples = .raw(
                isPacked
                    ? PackedSamples.packed(
                        planes.colour,
                        bits: header.bitDepth,
                        columns: header.width
                    )
                    : planes.colour
            )
        }
        image.diagnostics = notes.all
        return image
    }

    /// The pixels as eight bits a channel: RGB, or RGB and alpha where something is not opaque.
    func rasterImage() throws(Fault) -> RasterImage {
        var notes = diagnostics
        let stream = try PNGStream(self, diagnostics: &notes)
        let planes = PNGPlanes(PNGPixels(stream, header), self)
        let channels = planes.alpha == nil ? 3 : 4
        let count = header.width * header.height
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * channels)
        let isWide = header.bitDepth == 16
        let scale = header.bitDepth < 8 ? 255 / (1 << header.bitDepth - 1) : 1
        let lastColour = UInt8(truncatingIfNeeded: palette.count / 3 - 1)
        for pixel in 0..<count {
            if header.colourType == .palette {
                let start = Int(min(planes.colour[pixel], lastColour)) * 3
                bytes += palette[start..<(start + 3)]
            } else if header.colourSamples == 3 {
                let start = pixel * 3
                for sample in start..<(start + 3) {
                    bytes.append(planes.colour[isWide ? sample * 2 : sample])
                }
            } else {
                let grey = planes.colour[isWide ? pixel * 2 : pixel]
                let level = UInt8(truncatingIfNeeded: Int(grey) * scale)
                bytes.append(level)
                bytes.append(level)
                bytes.append(level)
            }
            if let alpha = planes.alpha { bytes.append(alpha[pixel]) }
        }
        return RasterImage(
            checkedWidth: header.width,
            height: header.height,
            channels: channels,
            bytes: bytes
        )
    }

    /// The stream without what follows its end.
    private func joined(_ consumed: Int) -> [UInt8] {
        consumed == stream.count ? stream : Array(stream.prefix(consumed))
    }

    /// All about the picture but its samples and its mask.
    func traits() -> MarkImage {
        var notes = diagnostics
        var image = traits(&notes)
        image.diagnostics = notes.all
        return image
    }

    private func traits(_ notes: inout DiagnosticList) -> MarkImage {
        let isGrey = header.colourSamples == 1 && header.colourType != .palette
        let family: ColourSpace.Family = isGrey ? .grey : .rgb
        let colour = ColourSpace(
            family,
            palette: header.colourType == .palette
                ? ColourSpace.Palette(bytes: palette, count: palette.count / 3) : nil,
            characterisation: colourChunks.characterisation(
                for: family,
                limits: limits,
                diagnostics: &notes
            )
        )
        return MarkImage(
            widthPixels: header.width,
            heightPixels: header.height,
            bitsPerComponent: header.bitDepth,
            colour: colour,
            samples: .raw([]),
            orientation: orientation,
            dotsPerInch: dotsPerInch
        )
    }
}
