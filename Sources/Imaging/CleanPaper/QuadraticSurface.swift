// SPDX-License-Identifier: Apache-2.0

/// z = c₀ + c₁x + c₂y + c₃x² + c₄xy + c₅y², fitted by least squares: what light
/// on a flat sheet looks like.
struct QuadraticSurface {
    private static let termCount = 6
    private var coefficients: [Double]

    /// A level plane.
    init(level: Double) {
        coefficients = [level] + [Double](repeating: 0, count: Self.termCount - 1)
    }

    /// The best surface, or `nil` when the points do not determine one.
    init?(_ points: [(x: Double, y: Double, z: Double, weight: Double)]) {
        let n = Self.termCount
        // The normal equations with the right side as the last column.
        var rows = [[Double]](repeating: [Double](repeating: 0, count: n + 1), count: n)
        for point in points where point.weight > 0 {
            let terms = Self.terms(point.x, point.y)
            for i in 0..<n {
                for j in 0..<n { rows[i][j] += point.weight * terms[i] * terms[j] }
                rows[i][n] += point.weight * terms[i] * point.z
            }
        }
        for column in 0..<n {
            let pivot = (column..<n).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            guard abs(rows[pivot][column]) > 1e-9 else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<n where row != column {
                let factor = rows[row][column] / rows[column][column]
                for index in column...n { rows[row][index] -= factor * rows[column][index] }
            }
        }
        coefficients = (0..<n).map { rows[$0][n] / rows[$0][$0] }
    }

    /// The height at a place.
    func value(_ x: Double, _ y: Double) -> Double {
        var sum = 0.0
        for (coefficient, term) in zip(coefficients, Self.terms(x, y)) { sum += coefficient * term }
        return sum
    }

    private static func terms(_ x: Double, _ y: Double) -> [Double] {
        [1, x, y, x * x, x * y, y * y]
    }
}
