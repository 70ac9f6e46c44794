// SPDX-License-Identifier: Apache-2.0
import Geometry

extension Path {
    /// The path as closed polygons, each curve cut into `steps` lines.
    func polygons(steps: Int = 24) -> [[Point]] {
        var polygons: [[Point]] = []
        for element in elements {
            switch element {
            case .move(let point): polygons.append([point])
            case .line(let point): polygons[polygons.count - 1].append(point)
            case .cubic(let p1, let p2, let p3):
                guard let p0 = polygons.last?.last else { continue }
                for step in 1...steps {
                    let t = Double(step) / Double(steps)
                    let s = 1 - t
                    polygons[polygons.count - 1].append(
                        p0 * (s * s * s) + p1 * (3 * s * s * t) + p2 * (3 * s * t * t)
                            + p3 * (t * t * t)
                    )
                }
            case .close: break
            }
        }
        return polygons
    }
}

/// How often the polygons go round a point (ISO 32000-2, 8.5.3.3.2).
func windingNumber(of polygons: [[Point]], around point: Point) -> Int {
    var winding = 0
    for polygon in polygons {
        for index in polygon.indices {
            let a = polygon[index]
            let b = polygon[(index + 1) % polygon.count]
            let side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
            if a.y <= point.y, b.y > point.y, side > 0 { winding += 1 }
            if a.y > point.y, b.y <= point.y, side < 0 { winding -= 1 }
        }
    }
    return winding
}

/// The area inside a polygon, positive when it goes from x to y.
func signedArea(of polygon: [Point]) -> Double {
    polygon.indices.reduce(0) { sum, index in
        let a = polygon[index]
        let b = polygon[(index + 1) % polygon.count]
        return sum + (a.x * b.y - b.x * a.y) / 2
    }
}
