// SPDX-License-Identifier: Apache-2.0
import Faults
import PDFSyntax
import Testing

@testable import PDFModel

@Suite struct ObjectCopierTests {
    /// Copies object 6 of a file whose objects from 6 on are given.
    private func copy(_ objects: String...) throws -> (Document, COSDictionary) {
        var file = FileBuilder.onePage()
        file.objects += objects
        var target = try FileBuilder.onePage().document
        var copier = ObjectCopier(from: try file.document)
        let copied = try copier.copy(.reference(ObjectID(6)), into: &target)
        return (target, try target.resolve(copied).dictionary ?? [:])
    }

    @Test func everythingReachableIsCopied() throws {
        let (target, copied) = try copy(
            "<< /A [7 0 R (x)] /B << /C 8 0 R >> >>",
            "(seven)",
            FileBuilder.stream("eight")
        )
        let a = try #require(copied["A"]?.array)
        #expect(try target.resolve(a[0]) == .string(Array("seven".utf8)))
        let stream = try target.value("C", in: try #require(copied["B"]?.dictionary)).stream
        #expect(try target.decodedBytes(of: try #require(stream)).bytes == Array("eight".utf8))
    }

    @Test func whatIsSharedIsCopiedOnce() throws {
        let (target, copied) = try copy("<< /A 7 0 R /B 7 0 R >>", "<< /X 1 >>")
        #expect(copied["A"] == copied["B"])
        #expect(target.overlay.count == 2)
    }

    @Test func circlesEnd() throws {
        let (target, copied) = try copy("<< /Next 7 0 R >>", "<< /Back 6 0 R /Me 7 0 R >>")
        let next = try #require(try target.value("Next", in: copied).dictionary)
        #expect(next["Me"] == copied["Next"])
        #expect(try target.value("Back", in: next).dictionary == copied)
        #expect(target.overlay.count == 2)
    }

    @Test(arguments: ["3", "2", "1"])
    func pagesAndWhatHoldsThemStayBehind(number: String) throws {
        let (target, copied) = try copy("<< /P \(number) 0 R /X 1 >>")
        #expect(try target.value("P", in: copied) == .null)
        #expect(copied["X"] == .integer(1))
        #expect(target.overlay.count == 2)
    }

    @Test func theLengthOfAStreamIsNotCopied() throws {
        var file = FileBuilder.onePage()
        file.objects += ["<< /S 7 0 R >>", "<< /Length 8 0 R >>\nstream\nabc\nendstream", "3"]
        var target = try FileBuilder.onePage().document
        var copier = ObjectCopier(from: try file.document)
        _ = try copier.copy(.reference(ObjectID(6)), into: &target)
        #expect(target.overlay.count == 2)
    }

    @Test func aReferenceToNothingIsNull() throws {
        let (target, copied) = try copy("<< /A 99 0 R >>")
        #expect(try target.value("A", in: copied) == .null)
    }
}
