// SPDX-License-Identifier: Apache-2.0
import PDFModel
import Testing

/// Every kind of date that real files have was seen in the corpus.
@Suite struct DocumentDateTests {
    @Test(arguments: [
        ("D:20170323104628+03'00'", "2017-03-23T10:46:28+03:00"),
        ("D:20220716172303-05'00", "2022-07-16T17:23:03-05:00"),
        ("D:20230623063933Z", "2023-06-23T06:39:33Z"),
        ("D:20120721200217", "2012-07-21T20:02:17"),
        ("D:20201104052930Z00'00'", "2020-11-04T05:29:30Z"),
        ("D:20100310150813Z'", "2010-03-10T15:08:13Z"),
        ("D:20150310", "2015-03-10"), ("D:2015", "2015"), ("D:201503", "2015-03"),
        ("20200626092241+00'00'", "2020-06-26T09:22:41Z"),
        ("D:20100316021332-0100", "2010-03-16T02:13:32-01:00"),
        ("D:20150321162954+00", "2015-03-21T16:29:54Z"), ("2017124", "2017-12-04"),
        ("D:2015032116", "2015-03-21T16:00"), (" D: 20150310 ", "2015-03-10"),
        ("D:20150310-08'00'", "2015-03-10"),
        ("D:20150321162954 +01'00'", "2015-03-21T16:29:54+01:00"),
        ("2026-01-31T12:00:00+08:00", "2026-01-31T12:00:00+08:00"),
        ("2026-01-31T12:00:00.123Z", "2026-01-31T12:00:00Z"),
        ("2026-01-31T12:00Z", "2026-01-31T12:00Z"),
        ("2026-01", "2026-01"), ("2026/01/31 12:00", "2026-01-31T12:00"),
    ])
    func aDateIsReadHoweverItWasWritten(text: String, iso: String) throws {
        #expect(try #require(DocumentDate(text)).isoText == iso)
    }

    @Test(arguments: [
        "", "D:", "D:201", "yesterday", "Mon Mar 23 2017", "D:20150310x", "D:20151310",
        "D:20150321162954+99'00'", "\u{0}\u{0}", "D:-2015",
    ])
    func whatIsNoDateIsNone(text: String) { #expect(DocumentDate(text) == nil) }

    @Test func bothFormsTellTheSame() throws {
        for parts in ["2026", "202601", "20260131", "2026013112", "202601311200", "20260131120059"]
        {
            for zone in parts.count > 8 ? ["", "Z", "+08'00", "-03'30"] : [""] {
                let date = try #require(DocumentDate("D:" + parts + zone))
                #expect(date.pdfText == "D:" + parts + zone || parts.count == 10)
                #expect(
                    DocumentDate(date.isoText)?.pdfText.hasPrefix(
                        date.pdfText.prefix(2 + parts.count)
                    ) == true
                )
                #expect(DocumentDate(date.isoText)?.zoneMinutes == date.zoneMinutes)
            }
        }
    }

    @Test(arguments: [
        ("D:20260131120000+08'00'", "2026-01-31 12:00:00 +08:00"), ("D:20260131", "2026-01-31"),
        ("D:20260131120000Z", "2026-01-31 12:00:00 UTC"), ("D:2026013112", "2026-01-31 12:00"),
    ])
    func aDateIsShownToAPerson(text: String, shown: String) throws {
        #expect(try #require(DocumentDate(text)).readable == shown)
    }
}
