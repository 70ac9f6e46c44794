// SPDX-License-Identifier: Apache-2.0
internal import CICU
internal import Typesetting

/// One paragraph, taken apart into stretches that are shaped each by itself.
@safe final class Paragraph {
    /// A stretch of one direction, script and face.
    struct Stretch {
        var range: Range<Int>
        var isRightToLeft: Bool
        var script: Script
        var face: Face
    }

    /// UTF-16.
    let units: [UInt16]
    /// In the order of the text.
    private(set) var stretches: [Stretch] = []
    /// Characters that no font has.
    private(set) var missing: [Unicode.Scalar] = []
    /// Where characters as people see them begin.
    let characterStarts: [Bool]
    /// Before which units a line may begin.
    let lineStarts: [Bool]
    private let text: UnsafeMutablePointer<UInt16>
    private let directions: OpaquePointer?

    /// Takes a paragraph apart.
    init(
        _ paragraph: Substring,
        _ style: LetterStyle,
        _ region: FontPreference.Region,
        _ shelf: FontShelf
    ) {
        units = Self.shown(paragraph)
        let count = Int32(units.count)
        let text = UnsafeMutablePointer<UInt16>.allocate(capacity: max(1, units.count))
        for index in units.indices { unsafe text[index] = units[index] }
        unsafe self.text = text
        unsafe directions = icu_paragraph_open(text, count)
        var marks = [UInt8](repeating: 0, count: units.count)
        if unsafe icu_character_starts(text, count, &marks) != 0 { marks = marks.map { _ in 1 } }
        characterStarts = marks.map { $0 != 0 }
        if unsafe icu_line_starts(text, count, &marks) != 0 { marks = marks.map { _ in 0 } }
        lineStarts = marks.map { $0 != 0 }
        var levels = [UInt8](repeating: 0, count: units.count)
        if let directions = unsafe directions {
            unsafe icu_paragraph_levels(directions, &levels, count)
        }
        let scripts = Self.scripts(units)
        var last: Face?
        for range in Self.ranges(characterStarts) {
            let scalars = Self.scalars(units[range]).filter { icu_is_ignorable($0.value) == 0 }
            let script = scripts[range.lowerBound]
            if let last, Self.keeps(last, scalars) {
                append(range, levels[range.lowerBound] & 1 != 0, script, last)
                continue
            }
            let preference = FontPreference(style: style, script: script, region: region)
            var parts = [(range, shelf.face(for: scalars, preference))]
            if parts[0].1 == nil { parts = alone(range, preference, shelf) }
            for case (let part, let face?) in parts {
                last = face
                append(part, levels[part.lowerBound] & 1 != 0, script, face)
            }
        }
    }

    /// What belongs to no script, and what shows nothing, stays in the face of what stands before.
    private static func keeps(_ face: Face, _ scalars: [Unicode.Scalar]) -> Bool {
        scalars.allSatisfy { Script(of: $0).isShared && face.glyph($0) != nil }
    }

    /// No font has all of a letter and its marks: each comes from where there is one.
    private func alone(
        _ range: Range<Int>,
        _ preference: FontPreference,
        _ shelf: FontShelf
    ) -> [(Range<Int>, Face?)] {
        var parts: [(Range<Int>, Face?)] = []
        var start = range.lowerBound
        // Nobody reads longer lists, and each search looks at all fonts.
        guard missing.count < Self.missingLimit else { return [] }
        for scalar in Self.scalars(units[range]) {
            let part = start..<start + UTF16.width(scalar)
            start = part.upperBound
            if icu_is_ignorable(scalar.value) != 0 { continue }
            let face = shelf.face(for: [scalar], preference)
            if face == nil { missing.append(scalar) }
            parts.append((part, face))
        }
        return parts
    }

    private static let missingLimit = 50

    deinit {
        if let directions = unsafe directions { unsafe icu_paragraph_close(directions) }
        unsafe text.deallocate()
    }

    private func append(
        _ range: Range<Int>,
        _ isRightToLeft: Bool,
        _ script: Script,
        _ face: Face
    ) {
        if let last = stretches.last, last.range.upperBound == range.lowerBound,
            last.isRightToLeft == isRightToLeft, last.script == script, last.face === face
        {
            stretches[stretches.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            stretches.append(
                Stretch(range: range, isRightToLeft: isRightToLeft, script: script, face: face)
            )
        }
    }

    /// The text of units.
    func string(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }

    /// Whether lines may break at this unit, which is not shown at their ends.
    func isSpace(_ index: Int) -> Bool { icu_is_breaking_space(UInt32(units[index])) != 0 }

    /// The parts of a line from left to right as seen.
    func seen(_ line: Range<Int>) -> [Stretch] {
        guard let directions = unsafe directions, !line.isEmpty else { return [] }
        var runs = [icu_run](repeating: icu_run(), count: line.count)
        let count = unsafe icu_line_runs(
            directions,
            Int32(line.lowerBound),
            Int32(line.upperBound),
            &runs,
            Int32(runs.count)
        )
        var seen: [Stretch] = []
        for run in runs.prefix(max(0, Int(count))) {
            let range = Int(run.start)..<Int(run.start + run.count)
            let isRightToLeft = run.is_right_to_left != 0
            var parts: [Stretch] = []
            for stretch in stretches[first(in: range)...] {
                guard stretch.range.lowerBound < range.upperBound else { break }
                var part = stretch
                part.range = stretch.range.clamped(to: range)
                part.isRightToLeft = isRightToLeft
                parts.append(part)
            }
            seen += isRightToLeft ? parts.reversed() : parts
        }
        return seen
    }

    /// The first stretch that reaches into a range.
    private func first(in range: Range<Int>) -> Int {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].range.upperBound <= range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Without controls; a tab is a space.
    private static func shown(_ text: Substring) -> [UInt16] {
        var units: [UInt16] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09: units.append(0x20)
            case 0..<0x20, 0x7F..<0xA0: break
            default: units.append(contentsOf: UTF16.encode(scalar) ?? .init())
            }
        }
        return units
    }

    private static func scalars(_ units: ArraySlice<UInt16>) -> [Unicode.Scalar] {
        Array(String(decoding: units, as: UTF16.self).unicodeScalars)
    }

    private static func ranges(_ starts: [Bool]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for index in starts.indices.dropFirst() where starts[index] {
            ranges.append(start..<index)
            start = index
        }
        if start < starts.count { ranges.append(start..<starts.count) }
        return ranges
    }

    /// The script of each unit: what all scripts share belongs to what stands before it, and at the
    /// beginning to what comes.
    private static func scripts(_ units: [UInt16]) -> [Script] {
        var scripts: [Script] = []
        var last: Script?
        for scalar in scalars(units[...]) {
            let script = Script(of: scalar)
            if !script.isShared {
                if last == nil { scripts = scripts.map { _ in script } }
                last = script
            }
            for _ in 0..<UTF16.width(scalar) { scripts.append(last ?? .shared) }
        }
        return scripts
    }
}
