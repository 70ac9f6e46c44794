// SPDX-License-Identifier: Apache-2.0
public import Geometry
public import PDFModel

/// One thing that a person does to a document: a value that can be named, done and, as every step
/// of the history is found by comparing, taken back without saying how.
public indirect enum EditCommand: Sendable {
    /// New annotations; one without a name gets one.
    case add([Annotation])
    /// Annotations away, with their windows and what answers them.
    case remove([AnnotationReference])
    /// Annotations as they shall be, found by page and name.
    case replace([Annotation])
    /// Annotations moved by a distance in view space.
    case move([AnnotationReference], x: Double, y: Double)
    /// Annotations stretched as one rectangle becomes another.
    case resize([AnnotationReference], from: Rect, to: Rect)
    /// Annotations turned; those that stand upright by their nature move with the turn.
    case rotate([AnnotationReference], Rotation)
    /// Annotations in another style.
    case restyle([AnnotationReference], AnnotationStyle)
    /// What an annotation says.
    case editText(AnnotationReference, String)
    /// The same annotations once more, beside themselves.
    case duplicate([AnnotationReference], x: Double, y: Double)
    /// The same annotations at the same place on other pages.
    case copy([AnnotationReference], toPages: [Int])
    /// Annotations drawn into the content of their pages and taken off them: those of these names,
    /// or all.
    case finish(pages: [Int], ids: Set<String>?)
    /// Everything as it was at a revision of the file, counted from 1, the oldest.
    case restore(revision: Int)
    /// Pages turned clockwise by a multiple of 90 degrees.
    case rotatePages([Int], degrees: Int)
    /// Pages away.
    case deletePages([Int])
    /// Pages before another one; the number of pages stands for the end.
    case movePages([Int], before: Int)
    /// Empty pages before another one.
    case insertBlankPages(BlankPage, count: Int, before: Int)
    /// Pages of another document before another one.
    case insertPages([Int], of: MergeSource, before: Int)
    /// Several as one step: all of them, or none when one of them fails.
    case group(name: String, [EditCommand])

    /// What the menu calls it, behind "Undo".
    public var name: String {
        switch self {
        case .add(let annotations): "Add " + Self.noun(annotations)
        case .remove(let ids): "Delete " + Self.noun(ids.count)
        case .replace(let annotations): "Change " + Self.noun(annotations)
        case .move(let ids, _, _): "Move " + Self.noun(ids.count)
        case .resize(let ids, _, _): "Resize " + Self.noun(ids.count)
        case .rotate(let ids, _): "Rotate " + Self.noun(ids.count)
        case .restyle(let ids, _): "Change Style of " + Self.noun(ids.count)
        case .editText: "Edit Text"
        case .duplicate(let ids, _, _): "Duplicate " + Self.noun(ids.count)
        case .copy(let ids, _): "Copy " + Self.noun(ids.count)
        case .finish: "Finish"
        case .restore(let revision): "Restore Revision \(revision)"
        case .rotatePages(let pages, _): "Rotate " + Self.pages(pages.count)
        case .deletePages(let pages): "Delete " + Self.pages(pages.count)
        case .movePages(let pages, _): "Move " + Self.pages(pages.count)
        case .insertBlankPages(_, let count, _): "Insert " + Self.pages(count)
        case .insertPages(let pages, _, _): "Insert " + Self.pages(pages.count)
        case .group(let name, _): name
        }
    }

    private static func noun(_ count: Int) -> String {
        count == 1 ? "Annotation" : "\(count) Annotations"
    }

    private static func pages(_ count: Int) -> String { count == 1 ? "Page" : "\(count) Pages" }

    private static func noun(_ annotations: [Annotation]) -> String {
        guard annotations.count == 1, let first = annotations.first else {
            return noun(annotations.count)
        }
        return switch first.kind {
        case .textMarkup(let markup):
            switch markup.style {
            case .highlight: "Highlight"
            case .underline: "Underline"
            case .strikeout: "Strikeout"
            case .squiggly: "Squiggly Line"
            }
        case .ink: "Ink"
        case .freeText: "Text"
        case .note: "Note"
        case .link: "Link"
        case .stamp: "Stamp"
        case .line: "Line"
        case .rectangle: "Rectangle"
        case .ellipse: "Ellipse"
        case .polygon: "Polygon"
        case .polyline: "Polyline"
        case .caret: "Caret"
        case .other: "Annotation"
        }
    }

    /// What joins it to the same command just before: a drag is one step.
    var coalescingKey: CoalescingKey? {
        func key(_ kind: String, _ ids: [AnnotationReference]) -> CoalescingKey {
            CoalescingKey(kind: kind, targets: ids.sorted().map { "\($0.pageIndex)/\($0.id)" })
        }
        return switch self {
        case .move(let ids, _, _): key("move", ids)
        case .resize(let ids, _, _): key("resize", ids)
        case .rotate(let ids, _): key("rotate", ids)
        case .restyle(let ids, _): key("restyle", ids)
        case .editText(let id, _): key("text", [id])
        default: nil
        }
    }

    /// What a digital signature and the permissions of the file are asked about.
    var changesPages: Bool {
        switch self {
        case .rotatePages, .deletePages, .movePages, .insertBlankPages, .insertPages, .restore,
            .finish:
            true
        case .group(_, let commands): commands.contains { $0.changesPages }
        default: false
        }
    }

    var changesAnnotations: Bool {
        switch self {
        case .rotatePages, .deletePages, .movePages, .insertBlankPages, .insertPages, .restore:
            false
        case .group(_, let commands): commands.contains { $0.changesAnnotations }
        default: true
        }
    }
}
