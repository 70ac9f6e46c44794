// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing
import Workbench

@Suite struct PageListTests {
    @Test(arguments: [
        ("1", [0]), ("1,3,5-8", [0, 2, 4, 5, 6, 7]), ("all", Array(0..<9)),
        ("odd", [0, 2, 4, 6, 8]), ("even", [1, 3, 5, 7]), ("last", [8]), ("2-last", Array(1..<9)),
        ("8,1", [0, 7]), ("2,2-3,2", [1, 2]), ("odd,even", Array(0..<9)), ("last-last", [8]),
        ("4-4", [3]), (" 1 , 3 - 4 ", [0, 2, 3]), ("9-last", [8]), ("007", [6]),
    ])
    func aListNamesPages(text: String, indexes: [Int]) throws {
        #expect(try PageList.parse(text).indexes(pageCount: 9) == indexes)
    }

    @Test func everyRangeOfASmallDocumentIsRight() throws {
        for count in 1...5 {
            for first in 1...count {
                for last in first...count {
                    let list = try PageList.parse("\(first)-\(last)")
                    #expect(try list.indexes(pageCount: count) == Array(first - 1..<last))
                }
            }
        }
    }

    @Test(arguments: [
        "", ",", "1,", ",1", "x", "1-", "-1", "-", "1-2-3", "+1", "1.5", "all-2", "2-all", "0x1",
        "99999999999999999999", "1;2", "ALL", "١",
    ])
    func whatIsNoPageListIsAUsageFault(text: String) {
        let fault = #expect(throws: Fault.self) { try PageList.parse(text) }
        #expect(
            fault?.description
                == "\"\(text)\" names no pages. Write them as in 1 or 1,3,5-8 or 2-last, or write "
                + "all, odd, even or last."
        )
        #expect(fault?.code == .usage)
    }

    @Test(arguments: [
        ("0", "There is no page 0; pages are counted from 1."),
        ("0-3", "There is no page 0; pages are counted from 1."),
        ("5-3", "The page range 5-3 runs backwards; write 3-5."),
        ("last-2", "The page range last-2 runs backwards; write 2-last."),
    ])
    func impossiblePagesAreNamed(text: String, message: String) {
        #expect(throws: Fault(.usage, message)) { try PageList.parse(text) }
    }

    @Test(arguments: [
        ("4", 3, "There is no page 4; the document has 3 pages."),
        (
            "1-9223372036854775807", 3,
            "There is no page 9223372036854775807; the document has 3 pages."
        ),
        ("2-last", 1, "There is no page 2; the document has 1 page."),
        ("even", 1, "None of these pages is there; the document has 1 page."),
        ("all", 0, "None of these pages is there; the document has 0 pages."),
        ("last", 0, "There is no page 1; the document has 0 pages."),
        ("1", -5, "There is no page 1; the document has 0 pages."),
    ])
    func pagesThatAreNotThereAreNotFound(text: String, count: Int, message: String) throws {
        let list = try PageList.parse(text)
        #expect(throws: Fault(.notFound, message)) { try list.indexes(pageCount: count) }
    }

    @Test func listsAreMadeInCodeToo() throws {
        #expect(try PageList.all.indexes(pageCount: 2) == [0, 1])
        #expect(try PageList.page(at: 1).indexes(pageCount: 2) == [1])
        #expect(throws: Fault.self) { try PageList.page(at: .max).indexes(pageCount: 2) }
    }
}
