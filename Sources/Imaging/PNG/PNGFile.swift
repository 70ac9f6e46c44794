// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// A PNG taken apart into its chunks (PNG, third edition); nothing is inflated but a profile.
///
/// Faults that leave a picture are tolerated with a diagnostic: wrong codes, a missing end, a cut
/// stream. Of an animated file the still picture is read.
struct PNGFile {
    /// The first eight bytes (PNG, 5.2).
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let header: PNGHeader
    let limits: ImageLimits
    /// Three bytes a colour.
    private(set) var palette: [UInt8] = []
    /// The data of tRNS: an alpha per palette entry, or the one clear colour in 16-bit samples.
    private(set) var transparency: [UInt8]?
    /// The zlib stream, joined.
    private(set) var stream: [UInt8] = []
    /// Where the first IDAT is.
    private(set) var streamOffset = 0
    /// What gAMA, cHRM, sRGB, cICP and iCCP say.
    private(set) var colourChunks = PNGColourChunks()
    private(set) var orientation = Orientation.up
    private(set) var dotsPerInch: MarkImage.Resolution?
    var diagnostics: DiagnosticList

    /// Reads all chunks.
    init(_ bytes: [UInt8], limits: ImageLimits) throws(Fault) {
        self.limits = limits
        diagnostics = DiagnosticList(maximum: limits.maximumDiagnostics)
        var offset = Self.signature.count
        guard let first = PNGChunk(in: bytes, at: offset), first.type == "IHDR" else {
            throw Fault(
                .invalidDocument,
                "The PNG does not start with its header.",
                at: Place(byteOffset: offset)
            )
        }
        header = try PNGHeader(first.data, at: offset, limits: limits)
        note(first)
        offset = first.end
        var isEnded = false
        while !isEnded, let chunk = PNGChunk(in: bytes, at: offset) {
            note(chunk)
            isEnded = chunk.type == "IEND"
            take(chunk)
            offset = chunk.end
        }
        if !isEnded {
            diagnostics.note(.repaired, "The PNG has no end chunk.", at: min(offset, bytes.count))
        }
        try finish(fileBytes: bytes.count)
    }

    private mutating func note(_ chunk: PNGChunk) {
        if chunk.isCut {
            diagnostics.note(.lost, "The PNG is cut inside chunk \(chunk.type).", at: chunk.offset)
        } else if !chunk.isIntact {
            diagnostics.note(
                .repaired,
                "The check code of PNG chunk \(chunk.type) is wrong.",
                at: chunk.offset
            )
        }
    }

    private mutating func take(_ chunk: PNGChunk) {
        switch chunk.type {
        case "IDAT":
            if stream.isEmpty { streamOffset = chunk.offset }
            stream += chunk.data
        case "PLTE" where palette.isEmpty:
            palette = Array(chunk.data.prefix(min(256 * 3, chunk.data.count / 3 * 3)))
        case "tRNS" where transparency == nil:
            transparency = Array(chunk.data.prefix(256))
        case "eXIf":
            let exif = EXIF(chunk.data)
            orientation = exif.orientation ?? orientation
            dotsPerInch = dotsPerInch ?? exif.dotsPerInch
        case "pHYs":
            dotsPerInch = Self.resolution(chunk.data) ?? dotsPerInch
        default:
            // A damaged note about colour would only make the colours wrong.
            if chunk.isIntact { colourChunks.take(chunk) }
        }
    }

    /// PNG, 11.3.4.3: pixels per metre.
    private static func resolution(_ data: ArraySlice<UInt8>) -> MarkImage.Resolution? {
        let cursor = ByteCursor(data)
        guard cursor.number(at: 8, size: 1) == 1, let x = cursor.number(at: 0, size: 4),
            let y = cursor.number(at: 4, size: 4)
        else { return nil }
        return MarkImage.Resolution(checked: Double(x) * 0.0254, Double(y) * 0.0254)
    }

    private mutating func finish(fileBytes: Int) throws(Fault) {
        guard !stream.isEmpty else {
            throw Fault(
                .invalidDocument,
                "The PNG has no picture data.",
                at: Place(byteOffset: fileBytes)
            )
        }
        if header.colourType == .palette {
            guard !palette.isEmpty else {
                throw Fault(
                    .invalidDocument,
                    "The PNG has no palette, though its pixels refer to one.",
                    at: Place(byteOffset: streamOffset)
                )
            }
            // Indices beyond the table would mean something else to each viewer.
            let needed = 1 << header.bitDepth
            palette = Array(palette.prefix(needed * 3))
        }
        let isKeyShort = transparency.map { $0.count < header.colourSamples * 2 } ?? false
        if header.hasAlpha || (header.colourType != .palette && isKeyShort) {
            transparency = nil
        }
    }
}
