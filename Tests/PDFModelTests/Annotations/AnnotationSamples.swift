// SPDX-License-Identifier: Apache-2.0
import Geometry
import Ink
import PDFModel
import PDFSyntax

/// One annotation of each kind, and pages of every geometry to put them on.
enum AnnotationSamples {
    /// Small numbers that files hold exactly.
    static let all: [Annotation] =
        markups + [
            Annotation(
                id: "ink",
                pageIndex: 0,
                kind: .ink(
                    .init([
                        [
                            StrokePoint(x: 20, y: 20, pressure: 0.25, milliseconds: 0),
                            StrokePoint(x: 40, y: 30, pressure: 0.75, milliseconds: 8),
                            StrokePoint(x: 60, y: 20, pressure: 0.5, milliseconds: 16),
                        ],
                        [StrokePoint(x: 30, y: 50)],
                    ])
                ),
                color: .black,
                width: 2
            ),
            Annotation(
                id: "free text",
                pageIndex: 0,
                kind: .freeText(
                    .init(
                        typeface: .serif,
                        fontSize: 10,
                        textColor: .red,
                        alignment: .center,
                        callout: [Point(x: 10, y: 90), Point(x: 20, y: 70), Point(x: 30, y: 60)]
                    )
                ),
                rect: Rect(x: 30, y: 40, width: 60, height: 32),
                color: AnnotationColor(red: 255, green: 255, blue: 204),
                contents: "Two\nlines <&> “quoted”"
            ),
            Annotation(
                id: "note",
                pageIndex: 0,
                kind: .note(.init(icon: "Comment", isOpen: true)),
                rect: Rect(x: 70, y: 10, width: 20, height: 20),
                color: .yellow,
                author: "李雷",
                subject: "A question",
                created: DocumentDate("D:20260131120000Z"),
                modified: DocumentDate("D:20260131120500+08'00"),
                contents: "为什么？",
                flags: [.print, .locked],
                popup: AnnotationPopup(
                    rect: Rect(x: 90, y: 30, width: 80, height: 40),
                    isOpen: true
                )
            ),
            Annotation(
                id: "answer",
                pageIndex: 0,
                kind: .note(.init(state: "Accepted", stateModel: "Review")),
                rect: Rect(x: 70, y: 10, width: 20, height: 20),
                flags: [.hidden, .print],
                reply: AnnotationReply(to: "note")
            ),
            Annotation(
                id: "link",
                pageIndex: 0,
                kind: .link(.init(.address("https://example.org/a?b=c&d"))),
                rect: Rect(x: 10, y: 10, width: 40, height: 12),
                width: 0
            ),
            Annotation(
                id: "jump",
                pageIndex: 0,
                kind: .link(
                    .init(.page(0, top: Point(x: 8, y: 16)), quads: [quad(10, 30, 40, 12)])
                ),
                width: 0
            ),
            Annotation(
                id: "stamp",
                pageIndex: 0,
                kind: .stamp(.init("NotApproved")),
                rect: Rect(x: 10, y: 50, width: 70, height: 20),
                color: .red
            ),
        ] + lines + shapes

    private static let markups = Annotation.TextMarkup.Style.allCases.map { style in
        Annotation(
            id: style.rawValue,
            pageIndex: 0,
            kind: .textMarkup(
                .init(
                    style,
                    quads: [
                        quad(10, 10, 60, 14),
                        // Slanted, and text that runs upwards.
                        Quad(
                            Point(x: 20, y: 60),
                            Point(x: 60, y: 40),
                            Point(x: 66, y: 52),
                            Point(x: 26, y: 72)
                        ),
                        Quad(
                            Point(x: 70, y: 80),
                            Point(x: 70, y: 40),
                            Point(x: 82, y: 40),
                            Point(x: 82, y: 80)
                        ),
                    ]
                )
            ),
            color: .yellow,
            opacity: 0.5
        )
    }

    private static let lines: [Annotation] = LineEnding.allCases.map { ending in
        Annotation(
            id: "line \(ending.rawValue)",
            pageIndex: 0,
            kind: .line(
                .init(from: Point(x: 30, y: 60), to: Point(x: 70, y: 40), start: ending, end: .butt)
            ),
            color: .red,
            interiorColor: .yellow,
            width: 2,
            dash: [4, 2]
        )
    }

    private static let shapes: [Annotation] = [
        Annotation(
            id: "rectangle",
            pageIndex: 0,
            kind: .rectangle,
            rect: Rect(x: 10, y: 10, width: 40, height: 30),
            color: .red,
            interiorColor: .yellow,
            width: 3
        ),
        Annotation(
            id: "cloud",
            pageIndex: 0,
            kind: .rectangle,
            rect: Rect(x: 20, y: 20, width: 40, height: 30),
            color: .red,
            cloudiness: 2
        ),
        Annotation(
            id: "ellipse",
            pageIndex: 0,
            kind: .ellipse,
            rect: Rect(x: 10, y: 10, width: 40, height: 30),
            interiorColor: .yellow,
            opacity: 0.25
        ),
        Annotation(
            id: "polygon",
            pageIndex: 0,
            kind: .polygon(
                .init([Point(x: 20, y: 20), Point(x: 60, y: 30), Point(x: 40, y: 60)])
            ),
            color: .red,
            cloudiness: 1
        ),
        Annotation(
            id: "polyline",
            pageIndex: 0,
            kind: .polyline(
                .init(
                    [Point(x: 20, y: 20), Point(x: 60, y: 30), Point(x: 40, y: 60)],
                    start: .closedArrow,
                    end: .circle
                )
            ),
            color: .red
        ),
        Annotation(
            id: "caret",
            pageIndex: 0,
            kind: .caret(.init(isParagraph: true)),
            rect: Rect(x: 30, y: 30, width: 8, height: 12),
            color: .red,
            contents: "put in"
        ),
    ]

    private static func quad(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Quad {
        Quad(Rect(x: x, y: y, width: width, height: height))
    }

    /// How a page lies.
    struct Geometry: CustomStringConvertible {
        var rotation: Int
        var crop: String
        var userUnit: Double

        var description: String { "/Rotate \(rotation) \(crop) /UserUnit \(userUnit)" }

        var document: Document {
            get throws {
                try FileBuilder.onePage("/MediaBox [-50 20 350 420] \(self)").document
            }
        }
    }

    static let geometries: [Geometry] = [0, 90, 180, 270].flatMap { rotation in
        ["", "/CropBox [-20 40 300 380]"].flatMap { crop in
            [1, 2.5].map { Geometry(rotation: rotation, crop: crop, userUnit: $0) }
        }
    }
}

extension Annotation {
    /// The annotation with coordinates rounded to a thousandth of a point, for comparison with
    /// what went through a file.
    var rounded: Annotation {
        func near(_ value: Double) -> Double { (value * 1000).rounded() / 1000 + 0 }
        func near(_ point: Point) -> Point { Point(x: near(point.x), y: near(point.y)) }
        func near(_ rect: Rect) -> Rect {
            Rect(
                x: near(rect.x),
                y: near(rect.y),
                width: near(rect.width),
                height: near(rect.height)
            )
        }
        func near(_ quad: Quad) -> Quad {
            Quad(near(quad.p0), near(quad.p1), near(quad.p2), near(quad.p3))
        }
        var result = self
        result.rect = near(rect)
        result.width = near(width)
        result.dash = dash.map(near)
        result.popup = popup.map { AnnotationPopup(rect: near($0.rect), isOpen: $0.isOpen) }
        switch kind {
        case .textMarkup(let markup):
            result.kind = .textMarkup(.init(markup.style, quads: markup.quads.map(near)))
        case .ink(let ink):
            result.kind = .ink(
                .init(
                    ink.strokes.map { stroke in
                        stroke.map {
                            StrokePoint(
                                x: near($0.x),
                                y: near($0.y),
                                pressure: $0.pressure,
                                milliseconds: $0.milliseconds
                            )
                        }
                    }
                )
            )
        case .freeText(var text):
            text.callout = text.callout.map(near)
            text.fontSize = near(text.fontSize)
            result.kind = .freeText(text)
        case .link(var link):
            link.quads = link.quads.map(near)
            if case .page(let index, let top?) = link.target {
                link.target = .page(index, top: near(top))
            }
            result.kind = .link(link)
        case .line(let line):
            result.kind = .line(
                .init(from: near(line.from), to: near(line.to), start: line.start, end: line.end)
            )
        case .polygon(var vertices):
            vertices.points = vertices.points.map(near)
            result.kind = .polygon(vertices)
        case .polyline(var vertices):
            vertices.points = vertices.points.map(near)
            result.kind = .polyline(vertices)
        case .note, .stamp, .rectangle, .ellipse, .caret, .other: break
        }
        return result
    }
}
