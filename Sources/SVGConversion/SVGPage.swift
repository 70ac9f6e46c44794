// SPDX-License-Identifier: Apache-2.0

/// The page that shows a drawing's box and nothing else (SVG 2, 8.2 and 8.12).
struct SVGPage: Sendable, Hashable {
    /// CSS pixels across the box.
    let widthPixels: Double
    /// CSS pixels down the box.
    let heightPixels: Double
    /// Points of the page for one pixel: 0.75 (CSS Values 3, 5.2), less for huge drawings.
    let pointsPerPixel: Double

    /// Points across the page.
    var width: Double { widthPixels * pointsPerPixel }
    /// Points down the page.
    var height: Double { heightPixels * pointsPerPixel }

    /// Other programs refuse larger pages (ISO 32000-1, annex C); larger drawings are scaled down.
    static let maximumPoints = 14_400.0

    /// The page of a drawing whose root has these pixels of width and height, `nil` where it says
    /// `auto` or a share of something, and this viewBox.
    ///
    /// The viewBox is the mark's box, so it keeps its shape: it is the largest that fits into
    /// `width` × `height`. `nil` when too little is known, or when a side is not above zero.
    init?(width: Double?, height: Double?, viewBox: (width: Double, height: Double)?) {
        switch (width, height, viewBox) {
        case (let width?, let height?, let box?):
            let scale = min(width / box.width, height / box.height)
            (widthPixels, heightPixels) = (box.width * scale, box.height * scale)
        case (let width?, nil, let box?):
            (widthPixels, heightPixels) = (width, box.height * (width / box.width))
        case (nil, let height?, let box?):
            (widthPixels, heightPixels) = (box.width * (height / box.height), height)
        case (nil, nil, let box?):
            (widthPixels, heightPixels) = box
        case (let width?, let height?, nil):
            (widthPixels, heightPixels) = (width, height)
        default:
            return nil
        }
        let longest = max(widthPixels, heightPixels)
        guard longest.isFinite, min(widthPixels, heightPixels) > 0 else { return nil }
        pointsPerPixel = min(0.75, Self.maximumPoints / longest)
    }
}
