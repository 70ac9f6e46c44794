// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// An annotation as a person means it: what it is, where on the page as seen, how it looks
/// (ISO 32000-2, 12.5).
///
/// It is a value free of PDF objects: it can be stored, sent and compared. All coordinates and
/// lengths are in view space: points, origin at the top left of the page as displayed, y down.
/// Form fields (12.7) are no annotations in this sense.
public struct Annotation: Sendable, Hashable, Codable, Identifiable {
    /// What it is called, unique on its page (/NM).
    ///
    /// One that was read without a name has a name made of its place in the file, and keeps it
    /// once it is changed. Empty before it was added.
    public var id: String
    /// The page, counted from 0.
    public var pageIndex: Int
    /// What it is.
    public var kind: Kind
    /// The smallest upright box that holds all it shows.
    ///
    /// For a rectangle, an ellipse, a note, a stamp, a free text, a link and a caret it says where
    /// the annotation is; for kinds with points of their own it follows from them (`fitRect()`).
    public var rect: Rect
    /// The colour of lines, of marked text, of a note's icon; the background of a free text (/C).
    ///
    /// `nil` draws no line.
    public var color: AnnotationColor?
    /// The colour that fills a shape or a line's ends (/IC); `nil` fills nothing.
    public var interiorColor: AnnotationColor?
    /// From 0, invisible, to 1, opaque (/CA).
    public var opacity: Double
    /// The width of lines in points (/BS); ink has it at a pressure of 0.5.
    public var width: Double
    /// Lengths of dashes and gaps in points; empty for an unbroken line.
    public var dash: [Double]
    /// How far the outline of a shape is puffed up like a cloud, from 0 to 2 (/BE).
    public var cloudiness: Double
    /// Who made it (/T).
    public var author: String?
    /// What it is about, in a few words (/Subj).
    public var subject: String?
    /// When it was made (/CreationDate).
    public var created: DocumentDate?
    /// When it was last changed (/M).
    public var modified: DocumentDate?
    /// What it says: the text of a free text, the comment of others (/Contents).
    public var contents: String
    /// How readers treat it (/F).
    public var flags: AnnotationFlags
    /// What it answers (/IRT).
    public var reply: AnnotationReply?
    /// The window for its comment (/Popup).
    public var popup: AnnotationPopup?

    /// Makes an annotation.
    ///
    /// Each value is what the property of its name says. `id` may be left to `Document.add`,
    /// `rect` may be left out where points say where it is, and `flags` are the kind's
    /// `usualFlags`.
    public init(
        id: String = "",
        pageIndex: Int,
        kind: Kind,
        rect: Rect? = nil,
        color: AnnotationColor? = nil,
        interiorColor: AnnotationColor? = nil,
        opacity: Double = 1,
        width: Double = 1,
        dash: [Double] = [],
        cloudiness: Double = 0,
        author: String? = nil,
        subject: String? = nil,
        created: DocumentDate? = nil,
        modified: DocumentDate? = nil,
        contents: String = "",
        flags: AnnotationFlags? = nil,
        reply: AnnotationReply? = nil,
        popup: AnnotationPopup? = nil
    ) {
        self.id = id
        self.pageIndex = pageIndex
        self.kind = kind
        self.rect = rect ?? Rect(x: 0, y: 0, width: 0, height: 0)
        self.color = color
        self.interiorColor = interiorColor
        self.opacity = opacity
        self.width = width
        self.dash = dash
        self.cloudiness = cloudiness
        self.author = author
        self.subject = subject
        self.created = created
        self.modified = modified
        self.contents = contents
        self.flags = flags ?? kind.usualFlags
        self.reply = reply
        self.popup = popup
        fitRect()
    }

    /// Whether it can neither be moved nor deleted by a person (12.5.3).
    public var isLocked: Bool {
        get { flags.contains(.locked) }
        set { if newValue { flags.insert(.locked) } else { flags.remove(.locked) } }
    }

    /// The subtype in the file, as in `Highlight` (table 171).
    public var subtype: String { kind.subtype }
}
