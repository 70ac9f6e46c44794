// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Geometry
import PDFModel
import PDFSyntax
import Testing
import Workbench

/// Annotations as JSON.
@Suite struct AnnotationFileTests {
    private let lines = [
        ##"{"type":"highlight","page":2,"rects":[[72,90,200,14]],"color":null,"opacity":0.5}"##,
        ##"{"type":"ink","strokes":[[[1,2,0.25,0],[3,4,0.75,8]]],"width":3,"id":"a"}"##,
        ##"{"type":"freeText","rect":[1,2,30,40],"contents":"x","font":"serif","align":"right"}"##,
        ##"{"type":"note","rect":[1,2,20,20],"popup":{"rect":[1,2,3,4],"open":true},"flags":[]}"##,
        ##"{"type":"link","rect":[1,2,3,4],"toPage":2,"toPoint":[5,6]}"##,
        ##"{"type":"link","rect":[1,2,3,4],"url":"https://example.org"}"##,
        ##"{"type":"stamp","rect":[1,2,3,4],"stamp":"Draft","fill":"#102030"}"##,
        ##"{"type":"arrow","from":[1,2],"to":[3,4],"dash":[1,2]}"##,
        ##"{"type":"ellipse","rect":[1,2,3,4],"cloudiness":1,"replyTo":"a","grouped":true}"##,
        ##"{"type":"polyline","points":[[1,2],[3,4]],"end":"Diamond","modified":"2026-01-31"}"##,
        ##"{"type":"caret","rect":[1,2,3,4],"paragraph":true}"##,
        ##"{"type":"other","subtype":"Sound","rect":[1,2,3,4]}"##,
    ]

    @Test func exportingAndReadingGivesTheSame() throws {
        let document = Document(
            try BaseFile(
                MemoryByteSource(
                    Array(
                        ("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj "
                            + "2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>")
                            .utf8
                    )
                )
            )
        )
        let text = "[" + lines.joined(separator: ",") + "]"
        let annotations = try Workbench.annotations(json: Array(text.utf8))
        #expect(annotations.count == lines.count)
        let bytes = try Workbench().annotationFile(annotations, of: document, as: .json)
        let again = try Workbench().readAnnotationFile(bytes, for: document)
        #expect(again.annotations == annotations)
    }

    @Test(arguments: [
        ##"{"type":"hilight"}"##, ##"{"type":"note","colour":"#FF0000"}"##,
        ##"{"type":"note","color":"red"}"##, ##"{"type":"note","page":0}"##,
        ##"{"type":"line","from":[1,2]}"##, ##"{"type":"note","rect":[1,2,3]}"##, ##"[1]"##, "{",
        ##"{"type":"note","flags":["hiden"]}"##, ##"{"type":"polyline","points":[[1]]}"##,
    ])
    func whatIsWrongIsNamed(text: String) throws {
        let fault = #expect(throws: Fault.self) {
            try Workbench.annotations(json: Array(text.utf8))
        }
        #expect(fault?.code == .usage)
        #expect(fault?.message.isEmpty == false)
    }
}
