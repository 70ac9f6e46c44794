// SPDX-License-Identifier: Apache-2.0

extension PageSpace {
    /// Something about a page's boxes, rotation or unit that was wrong and was replaced.
    public enum Problem: Sendable, Hashable, CaseIterable {
        /// There is no MediaBox, though it is required (Table 31); US Letter is assumed.
        case mediaBoxMissing
        /// The MediaBox has no area; US Letter is assumed.
        case mediaBoxEmpty
        /// The MediaBox has a number beyond `Limits.coordinate`; US Letter is assumed.
        case mediaBoxNotFinite
        /// The CropBox has no area; the MediaBox is shown.
        case cropBoxEmpty
        /// The CropBox has a number beyond `Limits.coordinate`; the MediaBox is shown.
        case cropBoxNotFinite
        /// The CropBox lies outside the MediaBox; the MediaBox is shown.
        case cropBoxOutsideMediaBox
        /// The rotation is not a multiple of 90; the next multiple towards zero is taken.
        case rotationNotMultipleOf90
        /// UserUnit is not a positive number within `Limits`; 1 is taken.
        case userUnitInvalid
    }

    /// Beyond these a page's numbers count as broken.
    public enum Limits {
        /// The largest coordinate.
        ///
        /// A double still resolves a ten-millionth of a point there, and products with any allowed
        /// unit stay finite.
        public static var coordinate: Double { 1e9 }
        /// The smallest UserUnit; smaller ones would make a page of no size.
        public static var smallestUserUnit: Double { 1e-4 }
        /// The largest UserUnit; a page of 14,400 units would be 50 kilometres long.
        public static var largestUserUnit: Double { 1e4 }
    }

    /// What is shown when a page has no usable box: US Letter, as PDFium and MuPDF do.
    public static var fallbackBox: Rect { Rect(x: 0, y: 0, width: 612, height: 792) }

    /// CropBox ∩ MediaBox (14.11.2.1), whatever of the two is usable.
    static func visibleBox(mediaBox: Rect?, cropBox: Rect?, _ problems: inout [Problem]) -> Rect {
        let media = usable(mediaBox, .mediaBoxEmpty, .mediaBoxNotFinite, &problems)
        if mediaBox == nil { problems.append(.mediaBoxMissing) }
        let crop = usable(cropBox, .cropBoxEmpty, .cropBoxNotFinite, &problems)
        let sheet = media ?? fallbackBox
        guard let crop else { return sheet }
        guard let visible = sheet.intersection(crop) else {
            problems.append(.cropBoxOutsideMediaBox)
            return sheet
        }
        return visible
    }

    private static func usable(
        _ box: Rect?,
        _ empty: Problem,
        _ notFinite: Problem,
        _ problems: inout [Problem]
    ) -> Rect? {
        guard let box = box?.normalised else { return nil }
        let limit = Limits.coordinate
        let allowed = Rect(x: -limit, y: -limit, width: limit + limit, height: limit + limit)
        guard allowed.contains(box) else {
            problems.append(notFinite)
            return nil
        }
        guard !box.isEmpty else {
            problems.append(empty)
            return nil
        }
        return box
    }

    /// Any whole number of quarter turns, as 0, 90, 180 or 270 (Table 31, Rotate).
    ///
    /// Others are cut towards zero as PDFium does.
    static func rotation(_ degrees: Int, _ problems: inout [Problem]) -> Int {
        if degrees % 90 != 0 { problems.append(.rotationNotMultipleOf90) }
        let quarters = degrees / 90 % 4
        return (quarters < 0 ? quarters + 4 : quarters) * 90
    }

    static func userUnit(_ unit: Double?, _ problems: inout [Problem]) -> Double {
        guard let unit else { return 1 }
        guard unit >= Limits.smallestUserUnit, unit <= Limits.largestUserUnit else {
            problems.append(.userUnitInvalid)
            return 1
        }
        return unit
    }
}
