// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import Rendering

/// Characters as they go over the wire; the quads are in page space.
package enum CharacterPacking {
    /// Scalar, size of the font, four points, traits.
    private static let bytesEach = 4 + 4 + 8 * 4 + 1

    /// The bytes of characters.
    package static func pack(_ characters: [TextCharacter]) -> [UInt8] {
        var packer = WirePacker(reserving: characters.count * bytesEach)
        for character in characters {
            packer.put(character.scalar.value)
            packer.put(Float(character.fontSize))
            let quad = character.quad
            for point in [quad.p0, quad.p1, quad.p2, quad.p3] {
                packer.put(Float(point.x))
                packer.put(Float(point.y))
            }
            packer.put(character.traits.rawValue)
        }
        return packer.bytes
    }

    static func unpack(_ bytes: [UInt8]) throws(WireFailure) -> [TextCharacter] {
        var unpacker = WireUnpacker(bytes)
        var characters: [TextCharacter] = []
        characters.reserveCapacity(bytes.count / bytesEach)
        while !unpacker.isAtEnd {
            let scalar = Unicode.Scalar(try unpacker.takeWord()) ?? "\u{FFFD}"
            let size = Double(try unpacker.takeFloat())
            func point() throws(WireFailure) -> Point {
                Point(x: Double(try unpacker.takeFloat()), y: Double(try unpacker.takeFloat()))
            }
            let quad = Quad(try point(), try point(), try point(), try point())
            let traits = TextCharacter.Traits(rawValue: try unpacker.takeByte())
            characters.append(TextCharacter(scalar, quad: quad, fontSize: size, traits: traits))
        }
        return characters
    }

    /// The bytes of the characters of several pages, without places.
    package static func pack(pages: [[Unicode.Scalar]]) -> [UInt8] {
        var packer = WirePacker(reserving: pages.reduce(0) { $0 + $1.count * 4 + 4 } + 4)
        packer.put(pages.count)
        for page in pages {
            packer.put(page.count)
            for scalar in page { packer.put(scalar.value) }
        }
        return packer.bytes
    }

    static func unpackPages(_ bytes: [UInt8]) throws(WireFailure) -> [[Unicode.Scalar]] {
        var unpacker = WireUnpacker(bytes)
        var pages: [[Unicode.Scalar]] = []
        for _ in 0..<max(0, try unpacker.takeInt()) {
            let count = try unpacker.takeInt()
            guard count >= 0, count <= bytes.count / 4 else {
                throw .malformed("a page promises too many characters")
            }
            var page: [Unicode.Scalar] = []
            page.reserveCapacity(count)
            for _ in 0..<count {
                page.append(Unicode.Scalar(try unpacker.takeWord()) ?? "\u{FFFD}")
            }
            pages.append(page)
        }
        try unpacker.finish()
        return pages
    }
}
