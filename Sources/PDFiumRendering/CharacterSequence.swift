// SPDX-License-Identifier: Apache-2.0
internal import CPDFium

/// The characters of a page in the order in which the file draws them.
///
/// PDFium takes what begins at one height of the page as seen for one line, and sorts it from left
/// to right. Of text that runs up or down the page (on a turned page, on its side, or written
/// downwards) these are whole lines, so it may give the last one first. Here such text goes back
/// to the file's order; text that runs across the page stays as PDFium has it.
@safe struct CharacterSequence {
    /// One place of the sequence.
    enum Element {
        /// A character of PDFium's.
        case character(Int32)
        /// What stands between characters that were put side by side: a space or a line end.
        case separator(Unicode.Scalar)
    }

    /// The characters; nil where PDFium's own order is the right one.
    let elements: [Element]?

    /// Looks at the characters of a page.
    init(_ page: OpaquePointer, _ text: OpaquePointer, count: Int) {
        guard unsafe Self.mayRunSideways(page) else {
            elements = nil
            return
        }
        var stretches = unsafe Self.stretches(text, count: count)
        let isTurned = unsafe FPDFPage_GetRotation(page) % 2 != 0
        let slots = stretches.indices.filter { place in
            unsafe stretches[place].runsSideways(text, onTurnedPage: isTurned)
        }
        let places = unsafe TextObjectPlaces(page)
        let sorted = slots.sorted { left, right in
            let first = unsafe places[stretches[left].object]
            let second = unsafe places[stretches[right].object]
            return (first, left) < (second, right)
        }
        guard slots != sorted else {
            elements = nil
            return
        }
        let moved = sorted.map { (place: $0, stretch: stretches[$0]) }
        var origin = Array(stretches.indices)
        for (slot, entry) in zip(slots, moved) {
            stretches[slot] = entry.stretch
            origin[slot] = entry.place
        }
        elements = unsafe Self.elements(of: stretches, origin, text)
    }

    // MARK: Stretches

    /// Characters of one text object, which stand on one line, and what PDFium put after them.
    @safe private struct Stretch {
        let object: OpaquePointer?
        let first: Int32
        /// Behind the object's own characters.
        var ownEnd: Int32
        /// Behind the spaces and line ends that the layout implies.
        var end: Int32

        /// Whether it runs up or down the page as seen.
        func runsSideways(_ text: OpaquePointer, onTurnedPage isTurned: Bool) -> Bool {
            guard unsafe object != nil else { return false }
            var step = (x: 0.0, y: 0.0)
            if ownEnd - first > 1, let start = unsafe Self.origin(text, first),
                let end = unsafe Self.origin(text, ownEnd - 1)
            {
                step = (end.x - start.x, end.y - start.y)
            }
            if step == (0, 0) {
                var matrix = FS_MATRIX()
                guard unsafe FPDFText_GetMatrix(text, first, &matrix) == 1 else { return false }
                step = (Double(matrix.a), Double(matrix.b))
            }
            return isTurned ? abs(step.x) > abs(step.y) : abs(step.y) > abs(step.x)
        }

        static func origin(_ text: OpaquePointer, _ index: Int32) -> (x: Double, y: Double)? {
            var (x, y) = (0.0, 0.0)
            guard unsafe FPDFText_GetCharOrigin(text, index, &x, &y) == 1 else { return nil }
            return (x, y)
        }
    }

    private static func stretches(_ text: OpaquePointer, count: Int) -> [Stretch] {
        var stretches: [Stretch] = []
        for index in 0..<Int32(count) {
            let object = unsafe FPDFText_GetTextObject(text, index)
            let last = stretches.count - 1
            if last >= 0, unsafe object == nil || object == stretches[last].object {
                stretches[last].end = index + 1
                if unsafe object != nil { stretches[last].ownEnd = index + 1 }
            } else {
                unsafe stretches.append(
                    Stretch(object: object, first: index, ownEnd: index + 1, end: index + 1)
                )
            }
        }
        return stretches
    }

    /// Whether some text is higher than wide as seen, or in a form, where it is not looked at.
    private static func mayRunSideways(_ page: OpaquePointer) -> Bool {
        let isTurned = unsafe FPDFPage_GetRotation(page) % 2 != 0
        for index in 0..<(unsafe FPDFPage_CountObjects(page)) {
            guard let object = unsafe FPDFPage_GetObject(page, index) else { continue }
            switch unsafe FPDFPageObj_GetType(object) {
            case Int32(FPDF_PAGEOBJ_FORM): return true
            case Int32(FPDF_PAGEOBJ_TEXT):
                var (left, bottom, right, top) = (Float(0), Float(0), Float(0), Float(0))
                guard unsafe FPDFPageObj_GetBounds(object, &left, &bottom, &right, &top) == 1
                else { continue }
                let (width, height) = (right - left, top - bottom)
                if isTurned ? width > height : height > width { return true }
            default: continue
            }
        }
        return false
    }

    // MARK: What stands between

    private static func elements(
        of stretches: [Stretch],
        _ origin: [Int],
        _ text: OpaquePointer
    ) -> [Element] {
        var elements: [Element] = []
        for (place, stretch) in stretches.enumerated() {
            let next = place + 1 < stretches.count ? origin[place + 1] : nil
            let wasLast = origin[place] + 1 == stretches.count
            if next == origin[place] + 1 || (next == nil && wasLast) {
                elements += (stretch.first..<stretch.end).map { .character($0) }
                continue
            }
            elements += (stretch.first..<stretch.ownEnd).map { .character($0) }
            if next != nil,
                let separator = unsafe separator(stretch, stretches[place + 1], text)
            {
                elements.append(.separator(separator))
            }
        }
        return elements
    }

    /// A gap of more than so many heights stands for a space.
    private static let narrowestSpace = 0.25

    /// What stands between two stretches that follow each other now and did not before.
    private static func separator(
        _ stretch: Stretch,
        _ next: Stretch,
        _ text: OpaquePointer
    ) -> Unicode.Scalar? {
        let last = stretch.ownEnd - 1
        // The line ends in a hyphen that the word does not have.
        if unsafe FPDFText_IsHyphen(text, last) == 1 { return nil }
        var (box, other) = (FS_RECTF(), FS_RECTF())
        guard unsafe FPDFText_GetLooseCharBox(text, last, &box) == 1,
            unsafe FPDFText_GetLooseCharBox(text, next.first, &other) == 1
        else { return "\n" }
        // How far apart the boxes are each way; below zero where they share some of it.
        let across = max(box.left, other.left) - min(box.right, other.right)
        let down = max(box.bottom, other.bottom) - min(box.top, other.top)
        // Side by side they share one way and touch the other.
        let height = Float(max(unsafe size(text, last), unsafe size(text, next.first)))
        guard min(across, down) < 0, max(across, down) < height else { return "\n" }
        return Double(max(across, down)) > narrowestSpace * Double(height) ? " " : nil
    }

    /// The size of a character's font on the page.
    private static func size(_ text: OpaquePointer, _ index: Int32) -> Double {
        var matrix = FS_MATRIX()
        let size = unsafe FPDFText_GetFontSize(text, index)
        guard unsafe FPDFText_GetMatrix(text, index, &matrix) == 1 else { return size }
        return size * Double((matrix.c * matrix.c + matrix.d * matrix.d).squareRoot())
    }
}

/// Where the text objects of a page come in the file, those within forms too.
@safe private struct TextObjectPlaces {
    private var places: [OpaquePointer: Int] = unsafe [:]

    /// Forms stand within forms no deeper; PDFium itself gives up earlier.
    private static let depthLimit = 64

    init(_ page: OpaquePointer) {
        for index in 0..<(unsafe FPDFPage_CountObjects(page)) {
            unsafe add(FPDFPage_GetObject(page, index), depth: 0)
        }
    }

    /// The place of an object; one that is not known stands behind all others.
    subscript(object: OpaquePointer?) -> Int {
        guard let object = unsafe object else { return .max }
        return unsafe places[object] ?? .max
    }

    private mutating func add(_ object: OpaquePointer?, depth: Int) {
        guard let object = unsafe object, depth < Self.depthLimit else { return }
        switch unsafe FPDFPageObj_GetType(object) {
        case Int32(FPDF_PAGEOBJ_TEXT): unsafe places[object] = unsafe places.count
        case Int32(FPDF_PAGEOBJ_FORM):
            for index in 0..<max(0, unsafe FPDFFormObj_CountObjects(object)) {
                unsafe add(FPDFFormObj_GetObject(object, UInt(index)), depth: depth + 1)
            }
        default: break
        }
    }
}
