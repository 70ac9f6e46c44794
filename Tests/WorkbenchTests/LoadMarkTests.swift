// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Ink
import PDFModel
import Testing
import Workbench

@Suite struct LoadMarkTests {
    private let folder: TestFolder
    private let workbench = Samples.workbench()

    init() throws { folder = try TestFolder() }

    private func load(_ text: String, cleanPaper: Bool = false) throws -> LoadedMark {
        let path = try folder.write(Array(text.utf8), "mark")
        return try workbench.loadMark(path, cleanPaper: cleanPaper)
    }

    private func fault(_ text: String, cleanPaper: Bool = false) throws -> Fault {
        try #require(throws: Fault.self) { try load(text, cleanPaper: cleanPaper) }
    }

    // MARK: Ink

    private static func strokes(_ stroke: String) -> String {
        #"{"version":1,"strokes":["# + stroke + "]}"
    }

    @Test(arguments: [
        ("{", "The ink is no valid JSON."),
        (#"{"strokes":[]}"#, "The ink has no \"version\"."),
        (#"{"version":"1","strokes":[]}"#, "The ink has no \"version\"."),
        (#"{"version":1}"#, "The ink has no \"strokes\"."),
        (#"{"version":1,"strokes":{}}"#, "The ink has no \"strokes\"."),
        (strokes("{}"), "Stroke 1 of the ink has no \"width\" above 0."),
        (strokes(#"{"width":0,"points":[]}"#), "Stroke 1 of the ink has no \"width\" above 0."),
        (strokes(#"{"width":-1,"points":[]}"#), "Stroke 1 of the ink has no \"width\" above 0."),
        (strokes(#"{"width":2}"#), "Stroke 1 of the ink has no \"points\"."),
        (
            strokes(#"{"width":2,"color":"red","points":[]}"#),
            "Stroke 1 of the ink has a \"color\" that is not written as #RRGGBB."
        ),
        (
            strokes(##"{"width":2,"color":"#12345","points":[]}"##),
            "Stroke 1 of the ink has a \"color\" that is not written as #RRGGBB."
        ),
        (
            strokes(##"{"width":2,"color":"#12345٣","points":[]}"##),
            "Stroke 1 of the ink has a \"color\" that is not written as #RRGGBB."
        ),
        (
            strokes(#"{"width":2,"points":[[1,2]]},{"width":2,"points":[[1]]}"#),
            "Stroke 2 of the ink has a point that is not [x,y,pressure,milliseconds]."
        ),
        (
            strokes(#"{"width":2,"points":[{"x":1,"y":2}]}"#),
            "Stroke 1 of the ink has a point that is not [x,y,pressure,milliseconds]."
        ),
        (
            strokes(#"{"width":2,"points":[["1","2"]]}"#),
            "Stroke 1 of the ink has a point that is not [x,y,pressure,milliseconds]."
        ),
    ])
    func wrongInkIsNamed(text: String, sentence: String) throws {
        let fault = try fault(text)
        #expect(fault.code == .invalidDocument)
        #expect(fault.message.hasPrefix(sentence), "\(fault.message)")
        #expect(fault.place.file == folder / "mark")
    }

    @Test func inkThatIsNoJSONNamesTheByte() throws {
        #expect(try fault(#"{"version":1 "strokes":[]}"#).place.byteOffset == 13)
    }

    @Test func inkOfAnotherVersionIsNotUnderstood() throws {
        #expect(try fault(#"{"version":2,"strokes":[]}"#).code == .unsupported)
    }

    @Test func inkIsRead() throws {
        let mark = try load(
            "\u{FEFF} "
                + Self.strokes(
                    ##"{"width":2.5,"color":"#10A0ff","points":[[1,2],[3,4,0.25],[5,6,1,70]]}"##
                )
        )
        guard case .ink(let drawing) = mark.mark else {
            Issue.record("not ink")
            return
        }
        let stroke = try #require(drawing.strokes.first)
        #expect(stroke.width == 2.5)
        #expect(stroke.color.red == 16 && stroke.color.green == 160 && stroke.color.blue == 255)
        #expect(stroke.points.map(\.pressure) == [0.5, 0.25, 1])
        #expect(stroke.points.map(\.milliseconds) == [nil, nil, 70])
    }

    // MARK: Kinds

    @Test func theContentTellsTheKindAndNotTheName() throws {
        let picture = try TestFolder.read(Fixtures.folder + "/Imaging/" + Fixtures.png)
        for name in ["a.json", "a.svg", "a.pdf", "noname"] {
            let path = try folder.write(picture, name)
            guard case .packedImage = try workbench.loadMark(path).mark else {
                Issue.record("\(name) is no picture")
                continue
            }
        }
        let page = try workbench.loadMark(try folder.write(Samples.pdf(), "a.png"))
        guard case .page = page.mark else {
            Issue.record("not a page")
            return
        }
        let ink = try workbench.loadMark(try folder.write(Samples.ink, "a.jpg"))
        guard case .ink = ink.mark else {
            Issue.record("not ink")
            return
        }
    }

    @Test(arguments: ["", "hello", "GIF89a", "[1,2]", "\u{0}\u{1}"])
    func whatIsNoMarkIsRefused(text: String) throws {
        let fault = try fault(text)
        #expect(fault.code == .unsupported)
        #expect(fault.message == "This is no mark: it must be ink (JSON), SVG, PDF, PNG or JPEG.")
        #expect(fault.place.file == folder / "mark")
    }

    @Test func aMarkThatIsNotThereIsNotFound() throws {
        let fault = #expect(throws: Fault.self) { try workbench.loadMark(folder / "none.png") }
        #expect(fault?.code == .notFound)
        #expect(fault?.place.file == folder / "none.png")
    }

    @Test func aFolderIsNoMark() throws {
        let fault = #expect(throws: Fault.self) { try workbench.loadMark(folder.path) }
        #expect(fault?.code == .unsupported)
    }

    @Test(arguments: ["<svg/>", "\n  <?xml version='1.0'?><svg/>", "\u{FEFF}<svg/>"])
    func svgGoesThroughTheWorker(text: String) throws {
        guard case .page(let page, _) = try load(text).mark else {
            Issue.record("not a page")
            return
        }
        #expect(page.space.size.width == 30 && page.space.size.height == 10)
    }

    @Test func svgWithoutAWorkerIsRefused() throws {
        let path = try folder.write(Array("<svg/>".utf8), "a.svg")
        let fault = #expect(throws: Fault.self) { try Samples.workbench(nil).loadMark(path) }
        #expect(fault?.code == .unsupported)
    }

    @Test func whatHappensToTheWorkerIsToldOfTheMark() throws {
        let converter = FakeConverter(answer: .failure(Fault(.timedOut, "Too slow.")))
        let path = try folder.write(Array("<svg/>".utf8), "a.svg")
        let fault = #expect(throws: Fault.self) { try Samples.workbench(converter).loadMark(path) }
        #expect(fault == Fault(.timedOut, "Too slow.", at: Place(file: path)))
    }

    @Test(arguments: [#"{"version":1,"strokes":[]}"#, "<svg/>", "%PDF-1.7"])
    func onlyPhotographsHavePaperToClean(text: String) throws {
        #expect(try fault(text, cleanPaper: true).code == .usage)
    }

    @Test func aDamagedPageTellsTheMarksName() throws {
        var file = Samples.pdf()
        file.removeLast(40)
        let path = try folder.write(file, "mark.pdf")
        let mark = try workbench.loadMark(path)
        #expect(!mark.diagnostics.isEmpty)
        #expect(mark.diagnostics.allSatisfy { $0.place.file == path })
    }

    @Test func aMarkHasTheDigestOfItsFile() throws {
        let mark = try workbench.loadMark(try folder.write(Samples.ink, "a.json"))
        #expect(mark.sha256.count == 64)
        #expect(mark.path == folder / "a.json")
    }
}

/// Committed files.
enum Fixtures {
    static let folder =
        #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Fixtures"
    static let png = "grey-4.png"
}
