// SPDX-License-Identifier: Apache-2.0

/// Ink apart from its paper: a colour and an alpha for every pixel.
///
/// *Depth* is how much of the paper's light is missing in the channel that misses most: 0 on bare
/// paper, towards 1 in strong ink, for black pen as for red seals. *Cores* are the pixels that are
/// nearly as deep as the deepest near by. The ink's colour is read there, carried to the pixels
/// around, and the alpha of these is how far they lie on the way from paper to that colour.
struct InkMatte {
    /// Red, green, blue of the ink, also where alpha is 0.
    private(set) var colours: [UInt8]
    /// 0 bare paper, 255 opaque.
    private(set) var alpha: [UInt8]
    /// Whether any ink was found.
    private(set) var hasInk: Bool

    /// Takes the ink of an RGB picture off its paper.
    init(_ picture: RasterImage, on paper: PaperEstimate) {
        let depth = InkDepth(picture, on: paper)
        colours = [UInt8](repeating: 0, count: picture.bytes.count)
        alpha = [UInt8](repeating: 0, count: depth.values.count)
        hasInk = false
        readCores(picture, paper, depth)
        guard hasInk else { return }
        let bleed = ColourBleed(
            into: &colours,
            pixelBytes: 3,
            width: picture.widthPixels,
            alpha: alpha,
            strong: 1,
            reachPixels: depth.reach
        )
        project(picture, paper, depth, bleed.distances)
    }

    /// Sets colour and alpha of the cores.
    ///
    /// Ink of full strength is opaque, faint ink lets the
    /// ground through in proportion, its colour being what then gives the pixel.
    private mutating func readCores(
        _ picture: RasterImage,
        _ paper: PaperEstimate,
        _ depth: InkDepth
    ) {
        let deepest = depth.deepestAround()
        let width = picture.widthPixels
        var line = [Double](repeating: 0, count: width * 3)
        for y in 0..<picture.heightPixels {
            paper.fill(&line, row: y, width: width)
            for x in 0..<width {
                let pixel = y * width + x
                let own = depth.values[pixel]
                guard own >= depth.coreFloor, Int(own) * 100 >= Int(deepest[pixel]) * 85,
                    Double(own) >= Double(depth.coreFloor) * depth.noiseGrowth(line[x * 3 + 1]),
                    depth.isSupported(x, y)
                else { continue }
                hasInk = true
                let strength = min(1, Double(own) / depth.opaque)
                alpha[pixel] = UInt8((strength * 255).rounded())
                for channel in 0..<3 {
                    let index = pixel * 3 + channel
                    let ground = (1 - strength) * line[x * 3 + channel]
                    let ink = (Double(picture.bytes[index]) - ground) / strength
                    colours[index] = UInt8(min(max(ink, 0), 255).rounded())
                }
            }
        }
    }

    /// Sets alpha of the pixels near a core: the place of the pixel on the line from paper to ink.
    private mutating func project(
        _ picture: RasterImage,
        _ paper: PaperEstimate,
        _ depth: InkDepth,
        _ distances: [UInt8]
    ) {
        let width = picture.widthPixels
        let reach = UInt8(clamping: depth.reach * Int(ColourBleed.step))
        var line = [Double](repeating: 0, count: width * 3)
        for y in 0..<picture.heightPixels {
            paper.fill(&line, row: y, width: width)
            for x in 0..<width {
                let pixel = y * width + x
                let own = depth.values[pixel]
                guard distances[pixel] != 0, distances[pixel] <= reach, own > depth.noiseFloor
                else { continue }
                let floor = Double(depth.noiseFloor) * depth.noiseGrowth(line[x * 3 + 1])
                guard Double(own) > floor else { continue }
                var (along, whole) = (0.0, 1e-9)
                for channel in 0..<3 {
                    let ground = line[x * 3 + channel]
                    let way = ground - Double(colours[pixel * 3 + channel])
                    along += way * (ground - Double(picture.bytes[pixel * 3 + channel]))
                    whole += way * way
                }
                // From the noise floor up the ink fades in, so that no rim is left in the noise.
                let trust = min(1, (Double(own) - floor) / Double(depth.fadeIn))
                let share = min(max(along / whole, 0), 1) * trust
                alpha[pixel] = UInt8((share * 255).rounded())
            }
        }
    }
}
