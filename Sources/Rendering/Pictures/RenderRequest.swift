// SPDX-License-Identifier: Apache-2.0

/// A page, or a part of it, to be drawn.
///
/// The page is drawn at the size that is asked for, never larger and then shrunk.
public struct RenderRequest: Sendable {
    /// The document.
    public var source: RenderSource
    /// Which page, counted from 0.
    public var pageIndex: Int
    /// How many pixels the whole page as seen has.
    public var pageSize: PixelSize
    /// Which of these pixels are wanted; it may reach beyond the page, where the background shows.
    public var region: PixelBox
    /// Whether annotations are drawn.
    public var showsAnnotations = true
    /// Whether form fields are drawn.
    public var showsFormFields = true
    /// What lies below the page.
    public var background = RenderColour.white
    /// What comes back.
    public var output = Output.pixels(.rgba)
    /// How exact the picture must be.
    public var fidelity = Fidelity.exact
    /// Pixels of an inch of the page as seen, which a file tells its readers; nil for none.
    ///
    /// A renderer does not know what a point of the page is worth (/UserUnit).
    public var pixelsPerInch: Double?
    /// On which terms.
    public var terms = RequestTerms()

    /// In which order the four bytes of a pixel come; colours are not multiplied with alpha.
    public enum PixelOrder: Sendable, Hashable {
        /// Red, green, blue, alpha.
        case rgba
        /// Blue, green, red, alpha.
        case bgra
    }

    /// What comes back.
    public enum Output: Sendable, Hashable {
        /// Four bytes for each pixel.
        case pixels(PixelOrder)
        /// A whole file.
        case file(PictureFormat)
    }

    /// How exact the picture must be.
    public enum Fidelity: Sendable, Hashable {
        /// Pixel by pixel what the renderer draws.
        case exact
        /// Good enough for a thumbnail: a page that is one picture may take a shorter way.
        case thumbnail
    }

    /// Asks for a page.
    ///
    /// - Parameters:
    ///   - source: the document.
    ///   - pageIndex: which page, counted from 0.
    ///   - pageSize: how many pixels the whole page has.
    ///   - region: which of them are wanted; all when nil.
    public init(
        source: RenderSource,
        pageIndex: Int,
        pageSize: PixelSize,
        region: PixelBox? = nil
    ) {
        self.source = source
        self.pageIndex = pageIndex
        self.pageSize = pageSize
        self.region = region ?? pageSize.bounds
    }
}

/// A colour of the screen, not multiplied with alpha.
public struct RenderColour: Sendable, Hashable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8
    /// 255 hides what is below, 0 shows it.
    public var alpha: UInt8

    /// A colour.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Paper.
    public static let white = RenderColour(red: 255, green: 255, blue: 255)
    /// Nothing.
    public static let clear = RenderColour(red: 0, green: 0, blue: 0, alpha: 0)
}

/// A kind of picture file.
public enum PictureFormat: Sendable, Hashable {
    /// Without loss.
    case png
    /// With loss, without transparency; quality 1 to 100.
    case jpeg(quality: Int)
    /// With loss; quality 1 to 100.
    case webp(quality: Int)
}

/// A page drawn.
public struct RenderedPicture: Sendable, Hashable {
    /// How large it is.
    public var size: PixelSize
    /// Four bytes for each pixel, rows from the top without padding; or a whole file.
    public var bytes: [UInt8]

    /// A picture.
    public init(size: PixelSize, bytes: [UInt8]) {
        self.size = size
        self.bytes = bytes
    }
}
