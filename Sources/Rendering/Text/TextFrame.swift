// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Glibc
internal import UnicodeText

/// The two directions of a line of text: along it, and across it to the next line.
///
/// Both have length 1 and stand at right angles, so coordinates of the frame are points too.
struct TextFrame: Sendable, Hashable {
    /// Where the text runs.
    var along: Point
    /// From the ascenders to the descenders.
    var across: Point

    /// A place of the page in coordinates along and across.
    func local(_ point: Point) -> Point {
        Point(
            x: point.x * along.x + point.y * along.y,
            y: point.x * across.x + point.y * across.y
        )
    }

    /// A place in coordinates along and across, on the page.
    func global(_ point: Point) -> Point {
        Point(
            x: point.x * along.x + point.y * across.x,
            y: point.x * along.y + point.y * across.y
        )
    }

    /// The bounds of a quad of the page.
    func local(_ quad: Quad) -> Rect {
        Quad(local(quad.p0), local(quad.p1), local(quad.p2), local(quad.p3)).bounds
    }

    /// The quad of a box; its first side runs along the text.
    func global(_ box: Rect) -> Quad {
        let quad = Quad(box)
        return Quad(global(quad.p0), global(quad.p1), global(quad.p2), global(quad.p3))
    }

    /// The frame of vertical text whose characters stand upright in this one: along is down, and
    /// the next line is to the left.
    var turned: TextFrame {
        TextFrame(along: across, across: Point(x: -along.x, y: -along.y))
    }

    /// The direction as a whole number of degrees, by which lines that run alike are found.
    var degrees: Int {
        let angle = (atan2(along.y, along.x) * 180 / .pi).rounded()
        return Int(exactly: angle == -180 ? 180 : angle) ?? 0
    }
}

/// A character that is seen, measured in its own direction.
struct Glyph: Sendable {
    var index: Int
    var frame: TextFrame
    var center: Point
    /// How far it reaches along the text.
    var width: Double
    /// From ascender to descender.
    var height: Double
    var isWide: Bool
    var isRightToLeft: Bool
    /// Whether the file says that it is written downwards.
    var isVertical: Bool

    /// Coordinates beyond this are no places on a page.
    static let farthest = 1e7
    /// Less is not seen.
    private static let least = 1e-3

    /// `nil` for a space, and for a character without an area or a place.
    init?(_ character: TextCharacter, at index: Int) {
        let quad = character.quad
        let bounds = quad.bounds
        guard !CharacterProperties.isSpace(character.scalar), bounds.isFinite,
            max(abs(bounds.minX), abs(bounds.maxX)) < Self.farthest,
            max(abs(bounds.minY), abs(bounds.maxY)) < Self.farthest
        else { return nil }
        let side = quad.p1 - quad.p0
        let length = quad.p1.distance(to: quad.p0)
        guard length > Self.least else { return nil }
        let along = Point(x: side.x / length, y: side.y / length)
        var across = Point(x: -along.y, y: along.x)
        let down = quad.p3 - quad.p0
        var height = down.x * across.x + down.y * across.y
        if height < 0 {
            // Text seen in a mirror.
            across = Point(x: -across.x, y: -across.y)
            height = -height
        }
        guard height > Self.least else { return nil }
        self.index = index
        frame = TextFrame(along: along, across: across)
        center = Point(
            x: (quad.p0.x + quad.p1.x + quad.p2.x + quad.p3.x) / 4,
            y: (quad.p0.y + quad.p1.y + quad.p2.y + quad.p3.y) / 4
        )
        width = length
        self.height = height
        isWide = CharacterProperties.isWide(character.scalar)
        isRightToLeft = CharacterProperties.direction(of: character.scalar) == .rightToLeft
        isVertical = character.traits.contains(.vertical)
    }
}
