// SPDX-License-Identifier: Apache-2.0
import Geometry
import Rendering

/// Sets text as an extractor would give it: letters half as wide as high, Chinese ones square.
struct Typesetting {
    private(set) var characters: [TextCharacter] = []
    /// The size of the letters.
    var size = 10.0
    /// Whether a line end that the layout implies comes between lines.
    var breaksLines = true

    private func width(_ scalar: Unicode.Scalar) -> Double {
        scalar.value >= 0x1100 ? size : size / 2
    }

    private mutating func breakLine() {
        guard breaksLines, let last = characters.last else { return }
        let edge = Quad(last.quad.p1, last.quad.p1, last.quad.p2, last.quad.p2)
        characters.append(
            TextCharacter("\n", quad: edge, fontSize: size, traits: .generated)
        )
    }

    /// A line from left to right whose top left corner is at a place.
    mutating func line(_ text: String, x: Double, y: Double) {
        breakLine()
        var x = x
        for scalar in text.unicodeScalars {
            let cell = Rect(x: x, y: y, width: width(scalar), height: size)
            characters.append(TextCharacter(scalar, quad: Quad(cell), fontSize: size))
            x += width(scalar)
        }
    }

    /// A line from right to left, in logical order, whose top right corner is at a place; numbers
    /// run from left to right.
    mutating func rightToLeft(_ text: String, right: Double, y: Double) {
        breakLine()
        var x = right
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            var end = index
            while end < scalars.count, ("0"..."9").contains(scalars[end]) { end += 1 }
            let piece = Array(scalars[index..<max(end, index + 1)])
            x -= piece.reduce(0) { $0 + width($1) }
            var left = x
            for scalar in piece {
                let cell = Rect(x: left, y: y, width: width(scalar), height: size)
                characters.append(TextCharacter(scalar, quad: Quad(cell), fontSize: size))
                left += width(scalar)
            }
            index += piece.count
        }
    }

    /// A column of upright characters from the top.
    mutating func vertical(
        _ text: String,
        x: Double,
        y: Double,
        pitch: Double = 1.1,
        traits: TextCharacter.Traits = []
    ) {
        breakLine()
        for (index, scalar) in text.unicodeScalars.enumerated() {
            let (width, top) = (width(scalar), y + Double(index) * size * pitch)
            let cell = Rect(x: x + (size - width) / 2, y: top, width: width, height: size)
            characters.append(
                TextCharacter(scalar, quad: Quad(cell), fontSize: size, traits: traits)
            )
        }
    }

    /// Everything turned, moved or slanted.
    func transformed(by transform: AffineTransform) -> [TextCharacter] {
        characters.map { character in
            var character = character
            character.quad = transform.apply(character.quad)
            return character
        }
    }

    /// The page's text.
    var page: PageText { PageText(characters) }
}

extension AffineTransform {
    /// A turn by the angle of a right triangle, clockwise as seen: exact for quarter turns.
    static func turn(cosine: Double, sine: Double) -> AffineTransform {
        AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 300, ty: 400)
    }
}
