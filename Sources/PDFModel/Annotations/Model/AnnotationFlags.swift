// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// How readers treat an annotation (ISO 32000-2, table 167).
public struct AnnotationFlags: OptionSet, Sendable, Hashable, Codable {
    /// The bits as the file has them.
    public var rawValue: Int

    /// Takes the bits as the file has them.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Not shown where its kind is not known.
    public static let invisible = AnnotationFlags(rawValue: 1)
    /// Neither shown nor printed.
    public static let hidden = AnnotationFlags(rawValue: 2)
    /// Printed.
    public static let print = AnnotationFlags(rawValue: 4)
    /// Keeps its size on the screen.
    public static let noZoom = AnnotationFlags(rawValue: 8)
    /// Stays upright when the page is turned.
    public static let noRotate = AnnotationFlags(rawValue: 16)
    /// Not shown on the screen.
    public static let noView = AnnotationFlags(rawValue: 32)
    /// A person cannot touch it.
    public static let readOnly = AnnotationFlags(rawValue: 64)
    /// A person can neither move nor delete it.
    public static let locked = AnnotationFlags(rawValue: 128)
    /// What `noView` says is reversed for some events.
    public static let toggleNoView = AnnotationFlags(rawValue: 256)
    /// A person cannot change what it says.
    public static let lockedContents = AnnotationFlags(rawValue: 512)
}

extension Annotation.Kind {
    /// The flags of a new annotation.
    ///
    /// An icon neither grows nor turns with its page (12.5.6.4); not every reader knows that
    /// unless the flags say so too.
    public var usualFlags: AnnotationFlags {
        if case .note = self { [.print, .noZoom, .noRotate] } else { .print }
    }
}

/// What an annotation answers (ISO 32000-2, table 172).
public struct AnnotationReply: Sendable, Hashable, Codable {
    /// The name of the other annotation on the same page.
    public var to: String
    /// Whether it forms one with the other, rather than answering it (/RT /Group).
    public var isGrouped: Bool

    /// Makes a reply.
    public init(to: String, isGrouped: Bool = false) {
        self.to = to
        self.isGrouped = isGrouped
    }
}

/// The window that shows what an annotation says (ISO 32000-2, 12.5.6.14).
public struct AnnotationPopup: Sendable, Hashable, Codable {
    /// Where the window is, in view space; it may reach beyond the page.
    public var rect: Rect
    /// Whether it is open.
    public var isOpen: Bool

    /// Makes a window.
    public init(rect: Rect, isOpen: Bool = false) {
        self.rect = rect
        self.isOpen = isOpen
    }
}
