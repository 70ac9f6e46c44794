// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// A page of this document, and what of it is to be seen (ISO 32000-2, 12.3.2.2).
public struct PageDestination: Sendable, Hashable {
    /// How the page is fitted into the window (table 149).
    public enum Fit: String, Sendable, CaseIterable {
        /// Not at all: `x`, `y` and `zoom` say what is seen (XYZ).
        case point
        /// The whole page (Fit).
        case page
        /// The width of the page, with `y` at the top (FitH).
        case width
        /// The height of the page, with `x` at the left (FitV).
        case height
        /// The rectangle `rect` (FitR).
        case rect
        /// What is on the page (FitB).
        case content
        /// The width of what is on the page (FitBH).
        case contentWidth
        /// The height of what is on the page (FitBV).
        case contentHeight
    }

    /// Which page, counted from 0.
    public var pageIndex: Int
    /// How it is fitted.
    public var fit: Fit
    /// What comes to the left edge of the window, in view space; `nil` leaves it as it is.
    ///
    /// A page that is turned by 90 or 270 degrees gets it from the file's vertical coordinate.
    public var x: Double?
    /// What comes to the top edge of the window, in view space; `nil` leaves it as it is.
    public var y: Double?
    /// The magnification, 1 being a point of the page for a point of the window; `nil` leaves it
    /// as it is.
    public var zoom: Double?
    /// What is to fill the window, in view space.
    public var rect: Rect?

    /// A destination.
    public init(
        pageIndex: Int,
        fit: Fit,
        x: Double? = nil,
        y: Double? = nil,
        zoom: Double? = nil,
        rect: Rect? = nil
    ) {
        self.pageIndex = pageIndex
        self.fit = fit
        self.x = x
        self.y = y
        self.zoom = zoom
        self.rect = rect
    }
}

/// A destination with a name (ISO 32000-2, 12.3.2.4).
public struct NamedDestination: Sendable, Hashable {
    /// The name.
    public var name: String
    /// Where it leads; `nil` when that is not in the document.
    public var destination: PageDestination?
}
