// SPDX-License-Identifier: Apache-2.0

/// The colour that the bare paper has, or would have, at every pixel.
///
/// The picture is cut into cells. The commonest bright colour of each is its candidate; cells
/// that are too dark or too coloured beside a smooth surface through the others hold ink all over
/// and take their paper from the neighbours. Between cell centres it is interpolated.
struct PaperEstimate {
    private static let cellsAlongLongSide = 64
    private static let leastCellPixels = 8
    /// Light may fall off this far below the surface before a cell counts as ink: a hand's shadow
    /// halves it, black ink leaves a tenth.
    private static let darkestPaper = 0.5
    /// How far the share of red or blue in the light may be from the paper's.
    private static let greatestTint = 0.12
    private static let fitRounds = 8

    /// Side of a cell in pixels.
    let cellSize: Int
    let columns: Int
    let rows: Int
    /// Red, green, blue of each cell, row by row.
    private(set) var cells: [Double]
    /// Whether the cell's own pixels showed the paper.
    private(set) var isPaper: [Bool]

    /// Estimates the paper of an RGB picture.
    init(_ picture: RasterImage) {
        let longSide = max(picture.widthPixels, picture.heightPixels)
        cellSize = max(Self.leastCellPixels, longSide / Self.cellsAlongLongSide)
        columns = (picture.widthPixels + cellSize - 1) / cellSize
        rows = (picture.heightPixels + cellSize - 1) / cellSize
        cells = []
        isPaper = []
        for row in 0..<rows {
            for column in 0..<columns {
                cells += Self.commonBrightColour(picture, cellSize, column: column, row: row)
            }
        }
        isPaper = classified()
        fillUnknown()
        smooth()
    }

    /// Light as the eye weighs it, 0...255.
    @inline(__always)
    static func light(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        (red * 77 + green * 150 + blue * 29) >> 8
    }

    /// The mean colour around the commonest light of the bright half of a cell.
    private static func commonBrightColour(
        _ picture: RasterImage,
        _ size: Int,
        column: Int,
        row: Int
    ) -> [Double] {
        let bytes = picture.bytes.span
        let left = column * size
        let right = min(left + size, picture.widthPixels)
        let lines = (row * size)..<min(row * size + size, picture.heightPixels)
        var histogram = [Int](repeating: 0, count: 256)
        for y in lines {
            for x in left..<right {
                let start = (y * picture.widthPixels + x) * 3
                let light = light(
                    Int(bytes[start]),
                    Int(bytes[start + 1]),
                    Int(bytes[start + 2])
                )
                histogram[light] += 1
            }
        }
        let window = mode(histogram, count: lines.count * (right - left))
        var sums = (red: 0, green: 0, blue: 0, count: 0)
        for y in lines {
            for x in left..<right {
                let start = (y * picture.widthPixels + x) * 3
                let (red, green) = (Int(bytes[start]), Int(bytes[start + 1]))
                let blue = Int(bytes[start + 2])
                guard window.contains(light(red, green, blue)) else { continue }
                sums.red += red
                sums.green += green
                sums.blue += blue
                sums.count += 1
            }
        }
        let count = Double(max(1, sums.count))
        return [Double(sums.red) / count, Double(sums.green) / count, Double(sums.blue) / count]
    }

    /// The window around the mode, found by mean shift from the seventieth percentile: noise lies
    /// evenly within it, and thin strokes outside.
    private static func mode(_ histogram: [Int], count: Int) -> ClosedRange<Int> {
        var below = 0
        var centre = 255
        for (light, pixels) in histogram.enumerated() {
            below += pixels
            if below * 10 >= count * 7 {
                centre = light
                break
            }
        }
        var window = centre...centre
        for _ in 0..<6 {
            let reach = max(6, centre / 8)
            window = max(0, centre - reach)...min(255, centre + reach)
            let sum = window.reduce(0) { $0 + $1 * histogram[$1] }
            let weight = window.reduce(0) { $0 + histogram[$1] }
            guard weight > 0, (sum + weight / 2) / weight != centre else { break }
            centre = (sum + weight / 2) / weight
        }
        return window
    }

    // MARK: Which cells are paper

    private func light(of cell: Int) -> Double {
        max(1, (cells[cell * 3] * 77 + cells[cell * 3 + 1] * 150 + cells[cell * 3 + 2] * 29) / 256)
    }

    private func place(of cell: Int) -> (x: Double, y: Double) {
        let x = Double(cell % columns) / Double(max(1, columns - 1)) * 2 - 1
        let y = Double(cell / columns) / Double(max(1, rows - 1)) * 2 - 1
        return (x, y)
    }

    /// Fits light and tint by turns, trusting cells the less the darker or more tinted they are.
    private func classified() -> [Bool] {
        let lights = (0..<(columns * rows)).map(light(of:))
        let bright = lights.sorted()[lights.count * 17 / 20]
        let tint = brightTint(lights, from: bright)
        var model = PaperModel(
            light: QuadraticSurface(level: bright),
            red: QuadraticSurface(level: tint.red),
            blue: QuadraticSurface(level: tint.blue)
        )
        for _ in 0..<Self.fitRounds {
            let weights = lights.indices.map { cell in
                let (share, tinted) = compare(cell, lights[cell], with: model)
                let dark = (share - Self.darkestPaper) / (0.9 - Self.darkestPaper)
                return min(max(dark, 0.01), 1) * min(max(2 - 2 * tinted, 0), 1)
            }
            func fit(_ height: (Int) -> Double) -> QuadraticSurface? {
                QuadraticSurface(
                    lights.indices.map { cell in
                        let place = place(of: cell)
                        return (x: place.x, y: place.y, z: height(cell), weight: weights[cell])
                    }
                )
            }
            guard let light = fit({ lights[$0] }), let red = fit({ cells[$0 * 3] / lights[$0] }),
                let blue = fit({ cells[$0 * 3 + 2] / lights[$0] })
            else { break }
            model = PaperModel(light: light, red: red, blue: blue)
        }
        return lights.indices.map { cell in
            let (share, tinted) = compare(cell, lights[cell], with: model)
            return share >= Self.darkestPaper && tinted <= 1
        }
    }

    /// The sheet's light, and its red and blue in proportion to it, as smooth surfaces.
    private struct PaperModel {
        var light: QuadraticSurface
        var red: QuadraticSurface
        var blue: QuadraticSurface
    }

    /// The cell's light as a share of the sheet's, and how far its tint is from the sheet's, 1
    /// being the most that paper may have.
    private func compare(
        _ cell: Int,
        _ light: Double,
        with model: PaperModel
    ) -> (share: Double, tinted: Double) {
        let (x, y) = place(of: cell)
        let red = abs(cells[cell * 3] / light - model.red.value(x, y))
        let blue = abs(cells[cell * 3 + 2] / light - model.blue.value(x, y))
        return (light / max(1, model.light.value(x, y)), max(red, blue) / Self.greatestTint)
    }

    /// Red and blue in proportion to light, over the brightest quarter of the cells.
    private func brightTint(_ lights: [Double], from bright: Double) -> (red: Double, blue: Double)
    {
        var sum = (red: 0.0, blue: 0.0, count: 0.0)
        for cell in lights.indices where lights[cell] >= bright {
            sum.red += cells[cell * 3] / lights[cell]
            sum.blue += cells[cell * 3 + 2] / lights[cell]
            sum.count += 1
        }
        return (sum.red / max(1, sum.count), sum.blue / max(1, sum.count))
    }

    // MARK: Filling and smoothing

    /// Ring by ring, unknown cells take the mean of their known neighbours.
    private mutating func fillUnknown() {
        var known = isPaper
        guard known.contains(true) else { return }
        while known.contains(false) {
            let before = known
            for cell in known.indices where !before[cell] {
                let around = neighbours(of: cell).filter { before[$0] }
                guard !around.isEmpty else { continue }
                for channel in 0..<3 {
                    let sum = around.reduce(0.0) { $0 + cells[$1 * 3 + channel] }
                    cells[cell * 3 + channel] = sum / Double(around.count)
                }
                known[cell] = true
            }
        }
    }

    /// A mean over nine cells, the middle one counted four times.
    private mutating func smooth() {
        let before = cells
        for cell in isPaper.indices {
            let around = neighbours(of: cell)
            for channel in 0..<3 {
                let sum = around.reduce(4 * before[cell * 3 + channel]) {
                    $0 + before[$1 * 3 + channel]
                }
                cells[cell * 3 + channel] = sum / Double(around.count + 4)
            }
        }
    }

    private func neighbours(of cell: Int) -> [Int] {
        let (column, row) = (cell % columns, cell / columns)
        var found: [Int] = []
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
            for x in max(0, column - 1)...min(columns - 1, column + 1) where y * columns + x != cell
            {
                found.append(y * columns + x)
            }
        }
        return found
    }

    // MARK: The paper at a pixel

    /// Writes the paper's red, green, blue (at least 1) for the pixels of a row.
    func fill(_ line: inout [Double], row y: Int, width: Int) {
        let vertical = Self.between(y, cellSize, rows)
        var mixed = [Double](repeating: 0, count: columns * 3)
        for index in mixed.indices {
            let above = cells[vertical.low * columns * 3 + index]
            let below = cells[vertical.high * columns * 3 + index]
            mixed[index] = max(1, above + (below - above) * vertical.share)
        }
        for x in 0..<width {
            let horizontal = Self.between(x, cellSize, columns)
            for channel in 0..<3 {
                let left = mixed[horizontal.low * 3 + channel]
                let right = mixed[horizontal.high * 3 + channel]
                line[x * 3 + channel] = left + (right - left) * horizontal.share
            }
        }
    }

    @inline(__always)
    private static func between(
        _ pixel: Int,
        _ size: Int,
        _ count: Int
    ) -> (low: Int, high: Int, share: Double) {
        let position = (Double(pixel) + 0.5) / Double(size) - 0.5
        guard position > 0 else { return (0, 0, 0) }
        let low = min(Int(position), count - 1)
        return (low, min(low + 1, count - 1), position - Double(low))
    }
}
