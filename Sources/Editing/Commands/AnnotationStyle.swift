// SPDX-License-Identifier: Apache-2.0
public import PDFModel

/// What a person changes about how annotations look; what is nil stays as it is.
public struct AnnotationStyle: Sendable, Hashable {
    /// The colour of lines and marks; `.some(nil)` draws none.
    public var color: AnnotationColor??
    /// What fills a shape; `.some(nil)` fills nothing.
    public var interiorColor: AnnotationColor??
    /// From 0 to 1.
    public var opacity: Double?
    /// The width of lines in points.
    public var width: Double?
    /// Dashes and gaps in points; empty for an unbroken line.
    public var dash: [Double]?
    /// The colour of a free text's letters.
    public var textColor: AnnotationColor?
    /// The size of a free text's letters.
    public var fontSize: Double?
    /// How a free text's lines stand.
    public var alignment: Annotation.FreeText.Alignment?
    /// The ends of lines: the first and the last.
    public var endings: (start: LineEnding, end: LineEnding)? {
        get { startEnding.flatMap { start in endEnding.map { (start, $0) } } }
        set { (startEnding, endEnding) = (newValue?.start, newValue?.end) }
    }
    private var startEnding: LineEnding?
    private var endEnding: LineEnding?

    /// A style that changes nothing.
    public init() {}

    /// The annotation in this style.
    func applied(to annotation: Annotation) -> Annotation {
        var result = annotation
        if let color { result.color = color }
        if let interiorColor { result.interiorColor = interiorColor }
        if let opacity { result.opacity = min(max(opacity, 0), 1) }
        if let width { result.width = max(width, 0) }
        if let dash { result.dash = dash }
        switch result.kind {
        case .freeText(var text):
            if let textColor { text.textColor = textColor }
            if let fontSize { text.fontSize = max(fontSize, 1) }
            if let alignment { text.alignment = alignment }
            result.kind = .freeText(text)
        case .line(var line):
            if let endings { (line.start, line.end) = endings }
            result.kind = .line(line)
        case .polyline(var vertices):
            if let endings { (vertices.start, vertices.end) = endings }
            result.kind = .polyline(vertices)
        default: break
        }
        // A broader line reaches further.
        result.fitRect()
        return result
    }
}
