// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Glibc
import PDFModel
import Testing
import Workbench

@Suite struct MarkRecordTests {
    private let folder: TestFolder
    private let record: MarkRecord

    init() throws {
        folder = try TestFolder()
        let workbench = Samples.workbench()
        let mark = try workbench.loadMark(try folder.write(Samples.ink, "ink.json"))
        let opened = try workbench.open(try folder.write(Samples.pdf(), "a.pdf"))
        let marked = try workbench.place(try Samples.request(mark), on: opened.document)
        var placement = try #require(marked.placements.first)
        placement.viewRect = Rect(x: 10, y: 20, width: 40, height: 20.123456)
        placement.pageRect = Rect(x: 10, y: 60, width: 40, height: 20)
        record = MarkRecord(
            file: "合同 \"1\".pdf",
            before: "aa",
            after: "bb",
            mark: "cc",
            placement: placement,
            time: Samples.noon
        )
    }

    private var line: String {
        #"{"file":"合同 \"1\".pdf","sha256Before":"aa","sha256After":"bb","page":1,"#
            + #""rect":[10,20,40,20.1235],"pageSpaceRect":[10,60,40,20],"markSha256":"cc","#
            + #""time":"2026-01-31T12:00:00Z","tool":"inkstone \#(Workbench.version)"}"# + "\n"
    }

    @Test func eachMarkIsOneLine() throws {
        try MarkRecord.append([record, record], to: folder / "log")
        #expect(try folder.read("log") == Array((line + line).utf8))
    }

    @Test func linesAreAddedToWhatIsThere() throws {
        try folder.write(Array("earlier\n".utf8), "log")
        try MarkRecord.append([record], to: folder / "log")
        #expect(try folder.read("log") == Array(("earlier\n" + line).utf8))
    }

    @Test func preparingWritesNothing() throws {
        try folder.write(Array("earlier\n".utf8), "log")
        try MarkRecord.prepare(folder / "log")
        #expect(try folder.read("log") == Array("earlier\n".utf8))
    }

    @Test func aLogThatCannotBeWrittenNamesItself() throws {
        for (path, code) in [
            (folder / "no/log", FaultCode.notFound), (folder.path, .saveFailed),
            ("/dev/full", .insufficientStorage),
        ] {
            let fault = #expect(throws: Fault.self) { try MarkRecord.append([record], to: path) }
            #expect(fault?.code == code)
            #expect(fault?.place.file == path)
            #expect(fault?.cause != nil)
        }
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_826_154, "2000-02-29T12:09:14Z"),
        (4_102_444_799, "2099-12-31T23:59:59Z"),
    ])
    func timesAreWrittenInUTC(seconds: Int, text: String) {
        #expect(Timestamp(seconds: seconds).iso8601 == text)
        #expect(
            Timestamp(seconds: seconds).pdfDate
                == "D:" + text.filter(\.isNumber) + "Z"
        )
    }
}
