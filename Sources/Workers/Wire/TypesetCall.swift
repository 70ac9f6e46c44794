// SPDX-License-Identifier: Apache-2.0
package import Typesetting

/// What is asked of text that is to become glyphs; see `Typesetter.typeset`.
package struct TypesetCall: Sendable, Hashable {
    /// The text.
    package var text: String
    /// The style of its letters.
    package var style: LetterStyle
    /// Of the lines, in thousandths of the letters' size.
    package var width: Double

    /// Puts the call together.
    package init(_ text: String, _ style: LetterStyle, width: Double) {
        self.text = text
        self.style = style
        self.width = width
    }

    var payload: [UInt8] {
        var packer = WirePacker(reserving: text.utf8.count + 13)
        packer.put(style.rawValue)
        packer.put(width)
        packer.put(Array(text.utf8))
        return packer.bytes
    }

    init(payload: [UInt8]) throws(WireFailure) {
        var unpacker = WireUnpacker(payload)
        guard let style = LetterStyle(rawValue: try unpacker.takeByte()) else {
            throw .malformed("no such style of letters")
        }
        self.style = style
        width = try unpacker.takeDouble()
        text = try unpacker.takeText()
        try unpacker.finish()
    }
}

/// What is asked of a face that is to be embedded; see `Typesetter.program`.
package struct CutFontCall: Sendable, Hashable {
    /// The face.
    package var face: FaceName
    /// The glyphs.
    package var glyphs: [UInt16]

    /// Puts the call together.
    package init(_ face: FaceName, glyphs: [UInt16]) {
        self.face = face
        self.glyphs = glyphs
    }

    var payload: [UInt8] {
        var packer = WirePacker(reserving: 2 * glyphs.count + 100)
        packer.put(Array(face.text.utf8))
        for glyph in glyphs { packer.put(glyph) }
        return packer.bytes
    }

    init(payload: [UInt8]) throws(WireFailure) {
        var unpacker = WireUnpacker(payload)
        face = try unpacker.takeFace()
        glyphs = []
        while !unpacker.isAtEnd { glyphs.append(try unpacker.takeHalfWord()) }
    }
}
