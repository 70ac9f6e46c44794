// SPDX-License-Identifier: Apache-2.0

/// The page as a person sees it and the page as the file has it, in both directions
/// (ISO 32000-2, 7.7.3.3, 8.3.2.3 and 14.11.2).
///
/// *Page space* is default user space: y goes up, the origin is anywhere, the unit is UserUnit/72
/// inch. *View space* is the page as displayed: the origin is the top left corner of the visible
/// box after /Rotate, y goes down, the unit is 1/72 inch. Nothing else in the house converts.
public struct PageSpace: Sendable, Hashable {
    /// The visible part of the page, in page space: CropBox ∩ MediaBox (14.11.2.1).
    ///
    /// Never empty, always finite.
    public let visibleBox: Rect
    /// How far the page is turned clockwise when displayed: 0, 90, 180 or 270 degrees.
    public let rotation: Int
    /// How many points one unit of page space is (Table 31, UserUnit).
    public let userUnit: Double
    /// What was wrong with the page's own numbers, and was replaced.
    public let problems: [Problem]
    /// Takes a point of view space to page space.
    public let viewToPage: AffineTransform
    /// Takes a point of page space to view space.
    public let pageToView: AffineTransform

    /// Makes the space of a page from its attributes, inherited ones included; nil is "not there".
    ///
    /// Boxes may have swapped corners; the rotation may be any number.
    public init(
        mediaBox: Rect?,
        cropBox: Rect? = nil,
        rotation: Int = 0,
        userUnit: Double? = nil
    ) {
        var problems: [Problem] = []
        visibleBox = Self.visibleBox(mediaBox: mediaBox, cropBox: cropBox, &problems)
        self.rotation = Self.rotation(rotation, &problems)
        self.userUnit = Self.userUnit(userUnit, &problems)
        self.problems = problems
        viewToPage = Self.viewToPage(visibleBox, self.rotation, self.userUnit)
        pageToView = Self.pageToView(visibleBox, self.rotation, self.userUnit)
    }

    /// The size of the page as displayed, in points.
    public var size: Size {
        let width = visibleBox.width * userUnit
        let height = visibleBox.height * userUnit
        return isSideways ? Size(width: height, height: width) : Size(width: width, height: height)
    }

    /// The whole page as displayed: the origin and `size`.
    public var viewBounds: Rect { Rect(size) }

    /// Whether the page's own x axis is displayed upright.
    public var isSideways: Bool { rotation == 90 || rotation == 270 }

    /// The space of what stays upright while the page turns about a point of page space
    /// (table 167, NoRotate): the page is not turned, and that point is seen where it was.
    ///
    /// A point beyond `Limits.coordinate` leaves the space as it is.
    public func unturned(about corner: Point) -> PageSpace {
        let limit = Limits.coordinate / 2
        guard rotation != 0, max(abs(corner.x), abs(corner.y)) <= limit else { return self }
        let (seen, size) = (pageToView.apply(corner), size)
        let box = Rect(
            x: corner.x - seen.x / userUnit,
            y: corner.y + (seen.y - size.height) / userUnit,
            width: size.width / userUnit,
            height: size.height / userUnit
        )
        return PageSpace(mediaBox: box, userUnit: userUnit)
    }

    /// A rectangle of view space, in page space.
    public func pageRect(of viewRect: Rect) -> Rect { viewToPage.apply(viewRect) }

    /// A rectangle of page space, in view space.
    public func viewRect(of pageRect: Rect) -> Rect { pageToView.apply(pageRect) }

    /// The transform that takes a mark's own box (y up, such as a form's BBox, 8.10.2) to page
    /// space so that the mark appears upright and fills `viewRect` on the page as displayed.
    ///
    /// A side of `source` that has no length keeps its scale and is centred.
    public func transform(placing source: Rect, into viewRect: Rect) -> AffineTransform {
        let scaleX = source.width > 0 ? viewRect.width / source.width : 1
        let scaleY = source.height > 0 ? viewRect.height / source.height : 1
        // Written about the corners, so that a source at the origin costs no rounding.
        let left = viewRect.minX + (viewRect.width - scaleX * source.width) / 2
        let bottom = viewRect.maxY - (viewRect.height - scaleY * source.height) / 2
        let toView = AffineTransform(
            a: scaleX,
            b: 0,
            c: 0,
            d: -scaleY,
            tx: left - scaleX * source.minX,
            ty: bottom + scaleY * source.minY
        )
        return toView.concatenating(viewToPage)
    }
}

extension PageSpace {
    private static func viewToPage(_ box: Rect, _ rotation: Int, _ unit: Double) -> AffineTransform
    {
        let k = 1 / unit
        switch rotation {
        case 90: return AffineTransform(a: 0, b: k, c: k, d: 0, tx: box.minX, ty: box.minY)
        case 180: return AffineTransform(a: -k, b: 0, c: 0, d: k, tx: box.maxX, ty: box.minY)
        case 270: return AffineTransform(a: 0, b: -k, c: -k, d: 0, tx: box.maxX, ty: box.maxY)
        default: return AffineTransform(a: k, b: 0, c: 0, d: -k, tx: box.minX, ty: box.maxY)
        }
    }

    private static func pageToView(_ box: Rect, _ rotation: Int, _ k: Double) -> AffineTransform {
        let (left, right) = (box.minX * k, box.maxX * k)
        let (low, high) = (box.minY * k, box.maxY * k)
        switch rotation {
        case 90: return AffineTransform(a: 0, b: k, c: k, d: 0, tx: -low, ty: -left)
        case 180: return AffineTransform(a: -k, b: 0, c: 0, d: k, tx: right, ty: -low)
        case 270: return AffineTransform(a: 0, b: -k, c: -k, d: 0, tx: high, ty: right)
        default: return AffineTransform(a: k, b: 0, c: 0, d: -k, tx: -left, ty: high)
        }
    }
}
