// SPDX-License-Identifier: Apache-2.0
import PDFModel
import PDFSyntax
import Testing

/// What may still be changed in a document that was digitally signed (ISO 32000-2, 12.8).
@Suite struct SignatureTests {
    /// A document whose form has field 6, with its signature 7, its lock 8 and a second field 9.
    private func signed(
        reference: String = "",
        field: String = "",
        lock: String = "null",
        fields: String = "[6 0 R 9 0 R]",
        second: String = "null",
        catalog: String = ""
    ) throws -> Document {
        var file = FileBuilder.onePage(catalog: "/AcroForm << /Fields \(fields) >> \(catalog)")
        file.objects += [
            "<< /FT /Sig /T (Signature1) /V 7 0 R \(field) >>",
            "<< /Type /Sig /SubFilter /ETSI.CAdES.detached /Name (\u{FE}\u{FF}) "
                + "/Reference [\(reference)] >>",
            lock, second,
        ]
        return try file.document
    }

    private func docMDP(_ parameters: String) -> String {
        "<< /TransformMethod /DocMDP /TransformParams << \(parameters) >> >>"
    }

    private func isAllowed(_ change: ChangeKind, _ document: Document) throws -> Bool {
        try document.verdict(on: change) == .allowed
    }

    @Test func anUnsignedDocumentMayBeChanged() throws {
        for document in try [
            FileBuilder.onePage().document, signed(fields: "[]"),
            signed(fields: "[9 0 R]", second: "<< /FT /Sig /T (empty) >>"),
        ] {
            #expect(try document.signatures().isEmpty)
            for change in [ChangeKind.content, .annotation, .formField("x")] {
                #expect(try isAllowed(change, document))
            }
        }
    }

    @Test func anApprovalForbidsContentAndNothingElse() throws {
        let document = try signed()
        #expect(try document.signatures().map(\.fieldName) == ["Signature1"])
        #expect(try document.signatures().first?.subFilter == "ETSI.CAdES.detached")
        #expect(
            try document.verdict(on: .content)
                == .breaksSignature(
                    field: "Signature1",
                    reason: "it signs the pages as they are"
                )
        )
        #expect(try isAllowed(.annotation, document))
        #expect(try isAllowed(.formField("any"), document))
    }

    @Test(arguments: [
        ("/P 1", false, false), ("/P 2", false, true), ("/P 3", true, true),
        ("", false, true), ("/P 4", false, true),
    ])
    func aCertificationPermitsByItsLevel(
        parameters: String,
        annotation: Bool,
        field: Bool
    ) throws {
        let document = try signed(reference: docMDP(parameters))
        #expect(try isAllowed(.content, document) == false)
        #expect(try isAllowed(.annotation, document) == annotation)
        #expect(try isAllowed(.formField("any"), document) == field)
    }

    @Test func theCatalogsWordCountsWhenTheSignatureIsSilent() throws {
        let document = try signed(catalog: "/Perms << /DocMDP 7 0 R >>")
        #expect(try document.signatures().map(\.certificationPermission) == [2])
        #expect(try isAllowed(.annotation, document) == false)
    }

    @Test func aCertificationWithoutAFieldCounts() throws {
        let document = try signed(
            reference: docMDP("/P 1"),
            fields: "[]",
            catalog: "/Perms << /DocMDP 7 0 R >>"
        )
        #expect(try document.signatures().count == 1)
        #expect(try isAllowed(.annotation, document) == false)
        #expect(try isAllowed(.content, document) == false)
    }

    @Test(arguments: [
        ("/Action /All", ["a", "b"], []), ("/Action /Include /Fields [(a)]", ["a", "a.b"], ["ab"]),
        ("/Action /Exclude /Fields [(a) (c)]", ["b", "ab"], ["a", "a.b", "c"]),
        ("/Action /Include", [], ["a"]), ("/Action /Exclude", ["a"], []),
        ("/Action /Unheard", [], ["a"]),
    ])
    func fieldsAreLockedByName(parameters: String, locked: [String], free: [String]) throws {
        let method = "<< /TransformMethod /FieldMDP /TransformParams << \(parameters) >> >>"
        for document in [
            try signed(reference: method),
            try signed(field: "/Lock 8 0 R", lock: "<< \(parameters) >>"),
        ] {
            for name in locked { #expect(try isAllowed(.formField(name), document) == false) }
            for name in free { #expect(try isAllowed(.formField(name), document)) }
            #expect(try isAllowed(.annotation, document))
        }
    }

    @Test(arguments: [(1, false), (2, false), (3, true)])
    func aLockMayForbidAnnotations(permission: Int, annotation: Bool) throws {
        let document = try signed(
            field: "/Lock 8 0 R",
            lock: "<< /Action /All /P \(permission) >>"
        )
        #expect(try isAllowed(.annotation, document) == annotation)
    }

    @Test func theStricterOfTwoSignaturesDecides() throws {
        let document = try signed(
            reference: docMDP("/P 3"),
            second: "<< /FT /Sig /T (Signature2) /V << /Type /Sig /Reference ["
                + docMDP("/P 1") + "] >> >>"
        )
        #expect(try document.signatures().count == 2)
        #expect(
            try document.verdict(on: .annotation)
                == .breaksSignature(
                    field: "Signature2",
                    reason: "it permits no change at all"
                )
        )
    }

    @Test func fieldsMayBeNestedAndInheritTheirType() throws {
        let document = try signed(
            fields: "[9 0 R]",
            second: "<< /T (group) /FT /Sig /Kids [<< /Kids [<< /T (one) /V 7 0 R >>] >>] >>"
        )
        #expect(try document.signatures().map(\.fieldName) == ["group.one"])
    }

    @Test func circlesOfFieldsEnd() throws {
        let document = try signed(
            second: "<< /T (loop) /Kids [9 0 R 6 0 R << /Kids [9 0 R] >>] >>"
        )
        #expect(try document.signatures().map(\.fieldName) == ["Signature1"])
        var deep = "<< /FT /Sig /V 7 0 R >>"
        for _ in 0..<90 { deep = "<< /Kids [\(deep)] >>" }
        #expect(try signed(fields: "[9 0 R]", second: deep).signatures().isEmpty)
    }

    @Test func aFormThatIsNoneHasNoSignatures() throws {
        for fields in ["7", "(x)", "[null 99 0 R 1]", "99 0 R"] {
            #expect(try signed(fields: fields).signatures().isEmpty)
        }
    }
}
