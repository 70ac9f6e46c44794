// SPDX-License-Identifier: Apache-2.0
internal import CPDFium
internal import Faults
internal import Geometry
internal import Rendering
internal import Workers

/// The characters of a page as PDFium finds them.
@safe final class PageCharacters {
    private let text: OpaquePointer
    /// How many characters there are.
    let count: Int
    /// The order of the file, where PDFium's is another.
    private let sequence: [CharacterSequence.Element]?

    /// Reads a page, which must live as long.
    ///
    /// - Throws: `limitExceeded`, `internal`.
    init(_ page: OpaquePointer) throws(Fault) {
        guard let text = unsafe FPDFText_LoadPage(page) else {
            throw Fault(.internal, "The renderer cannot read the text of this page.")
        }
        unsafe self.text = text
        count = max(0, unsafe Int(FPDFText_CountChars(text)))
        guard count <= WorkerLimits.maximumCharacters else {
            unsafe FPDFText_ClosePage(text)
            throw Fault(
                .limitExceeded,
                "The page has \(count) characters; at most \(WorkerLimits.maximumCharacters) are "
                    + "read."
            )
        }
        sequence = unsafe CharacterSequence(page, text, count: count).elements
    }

    deinit { unsafe FPDFText_ClosePage(text) }

    /// The characters alone.
    var scalars: [Unicode.Scalar] {
        guard let sequence else { return (0..<count).map { scalar(Int32($0)) } }
        return sequence.map { element in
            switch element {
            case .character(let index): scalar(index)
            case .separator(let separator): separator
            }
        }
    }

    /// The characters with their places in page space.
    var characters: [TextCharacter] {
        var result: [TextCharacter] = []
        result.reserveCapacity(sequence?.count ?? count)
        var object = ObjectDirection()
        for number in 0..<(sequence?.count ?? count) {
            switch sequence?[number] ?? .character(Int32(number)) {
            case .character(let index):
                unsafe object.move(to: index, of: text, count: count)
                result.append(character(index, isVertical: object.isVertical, after: result.last))
            case .separator(let separator):
                result.append(
                    TextCharacter(
                        separator,
                        quad: Self.edge(of: result.last),
                        fontSize: result.last?.fontSize ?? 0,
                        traits: .generated
                    )
                )
            }
        }
        return result
    }

    private func character(
        _ position: Int32,
        isVertical: Bool,
        after last: TextCharacter?
    ) -> TextCharacter {
        var traits: TextCharacter.Traits = []
        if unsafe FPDFText_IsGenerated(text, position) == 1 { traits.insert(.generated) }
        if unsafe FPDFText_IsHyphen(text, position) == 1 { traits.insert(.hyphen) }
        if unsafe FPDFText_HasUnicodeMapError(text, position) == 1 { traits.insert(.unmapped) }
        if isVertical { traits.insert(.vertical) }
        let shape = unsafe CharacterShape(text, position)
        return TextCharacter(
            scalar(position),
            quad: shape.quad ?? Self.edge(of: last),
            fontSize: shape.fontSize,
            traits: traits
        )
    }

    /// Where what has no place of its own stands: where the character before it ends.
    private static func edge(of last: TextCharacter?) -> Quad {
        guard let quad = last?.quad else { return Quad(Rect(x: 0, y: 0, width: 0, height: 0)) }
        return Quad(quad.p1, quad.p1, quad.p2, quad.p2)
    }

    private func scalar(_ index: Int32) -> Unicode.Scalar {
        let code = unsafe FPDFText_GetUnicode(text, index)
        // PDFium writes 2 for a hyphen at the end of a line, and 0 for what it cannot tell.
        if code == 2, unsafe FPDFText_IsHyphen(text, index) == 1 { return "\u{AD}" }
        return code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"
    }
}

/// Whether the characters of a text object stand below each other, as in vertical writing
/// (ISO 32000-2, 9.7.4.3); no function of PDFium's tells the writing mode of a font.
@safe private struct ObjectDirection {
    /// The object of the last character that was looked at.
    private var object: OpaquePointer?
    /// Whether its text is written downwards; false for an object of one character.
    private(set) var isVertical = false

    /// Goes on to a character; what is not in the file belongs to no object.
    mutating func move(to index: Int32, of text: OpaquePointer, count: Int) {
        let next = unsafe FPDFText_GetTextObject(text, index)
        if unsafe next == object { return }
        unsafe object = next
        isVertical = false
        guard unsafe next != nil else { return }
        var end = index + 1
        while end < Int32(count), unsafe FPDFText_GetTextObject(text, end) == next { end += 1 }
        var matrix = FS_MATRIX()
        var (start, last) = ((x: 0.0, y: 0.0), (x: 0.0, y: 0.0))
        guard end - index > 1, unsafe FPDFText_GetMatrix(text, index, &matrix) == 1,
            unsafe FPDFText_GetCharOrigin(text, index, &start.x, &start.y) == 1,
            unsafe FPDFText_GetCharOrigin(text, end - 1, &last.x, &last.y) == 1
        else { return }
        let step = (x: last.x - start.x, y: last.y - start.y)
        // How far it goes along the characters' own directions, each as long as the font has it.
        let along = abs(step.x * Double(matrix.a) + step.y * Double(matrix.b))
        let up = abs(step.x * Double(matrix.c) + step.y * Double(matrix.d))
        isVertical = up > 2 * along
    }
}

/// Where one character stands: PDFium gives the upright box around it, which for slanted text is
/// larger than the character's own.
private struct CharacterShape {
    /// The character's own box; nil where it has none.
    let quad: Quad?
    /// The size of its font on the page.
    let fontSize: Double

    init(_ text: OpaquePointer, _ index: Int32) {
        var matrix = FS_MATRIX()
        let hasMatrix = unsafe FPDFText_GetMatrix(text, index, &matrix) == 1
        var box = FS_RECTF()
        let hasBox = unsafe FPDFText_GetLooseCharBox(text, index, &box) == 1
        let size = unsafe FPDFText_GetFontSize(text, index)
        let along = Vector(x: Double(matrix.a), y: Double(matrix.b))
        let up = Vector(x: Double(matrix.c), y: Double(matrix.d))
        fontSize = hasMatrix ? size * up.length : size
        let bounds = Rect(
            corners: Point(x: Double(box.left), y: Double(box.bottom)),
            Point(x: Double(box.right), y: Double(box.top))
        )
        guard hasBox, bounds.width > 0 || bounds.height > 0 else {
            quad = nil
            return
        }
        guard hasMatrix, along.length > 0, up.length > 0 else {
            quad = Self.upright(bounds, along: Vector(x: 1, y: 0), up: Vector(x: 0, y: 1))
            return
        }
        if along.isUpright && up.isUpright {
            quad = Self.upright(bounds, along: along, up: up)
        } else {
            quad =
                unsafe Self.slanted(bounds, along: along, up: up, size: size, text, index)
                ?? Self.upright(bounds, along: along, up: up)
        }
    }

    private struct Vector {
        var x: Double
        var y: Double

        var length: Double { (x * x + y * y).squareRoot() }

        /// Whether it runs along an axis, to one part in a thousand.
        var isUpright: Bool { min(abs(x), abs(y)) <= 0.001 * max(abs(x), abs(y)) }
    }

    /// The corners of an upright box, from the start of the text at the top.
    private static func upright(_ box: Rect, along: Vector, up: Vector) -> Quad {
        let isSideways = abs(along.y) > abs(along.x)
        // How far along the text and up each corner lies: 0 or 1.
        func corner(_ forward: Bool, _ high: Bool) -> Point {
            let (right, top) =
                isSideways
                ? (high == (up.x > 0), forward == (along.y > 0))
                : (forward == (along.x > 0), high == (up.y > 0))
            return Point(x: right ? box.maxX : box.minX, y: top ? box.maxY : box.minY)
        }
        return Quad(
            corner(false, true),
            corner(true, true),
            corner(true, false),
            corner(false, false)
        )
    }

    /// The box of slanted text: its height is the font's, its width is what the upright box around
    /// it leaves for it.
    private static func slanted(
        _ box: Rect,
        along: Vector,
        up: Vector,
        size: Double,
        _ text: OpaquePointer,
        _ index: Int32
    ) -> Quad? {
        var (x, y) = (0.0, 0.0)
        var (ascent, descent) = (Float(0), Float(0))
        guard unsafe FPDFText_GetCharOrigin(text, index, &x, &y) == 1,
            let object = unsafe FPDFText_GetTextObject(text, index),
            let font = unsafe FPDFTextObj_GetFont(object),
            unsafe FPDFFont_GetAscent(font, Float(size), &ascent) == 1,
            unsafe FPDFFont_GetDescent(font, Float(size), &descent) == 1, ascent > descent
        else { return nil }
        let height = Double(ascent - descent)
        let width =
            abs(along.x) >= abs(along.y)
            ? (box.width - height * abs(up.x)) / abs(along.x)
            : (box.height - height * abs(up.y)) / abs(along.y)
        guard width.isFinite, width > 0 else { return nil }
        func corner(_ forward: Double, _ high: Float) -> Point {
            Point(
                x: x + forward * along.x + Double(high) * up.x,
                y: y + forward * along.y + Double(high) * up.y
            )
        }
        return Quad(
            corner(0, ascent),
            corner(width, ascent),
            corner(width, descent),
            corner(0, descent)
        )
    }
}
