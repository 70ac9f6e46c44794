// SPDX-License-Identifier: Apache-2.0
import Faults
import SeededNumbers
import Testing
import Typesetting
import TypesettingContract
import Workers

/// Text set by the real worker, in the fonts that script/bootstrap installs.
@Suite struct TypesettingTests {
    private static let client = Bench.client()

    @Test(arguments: TypesettingContract.allCases)
    func theWorkerKeepsTheContract(_ law: TypesettingContract) throws {
        #expect(try law.violations(of: Self.client) == [])
    }

    private func runs(_ text: String, _ style: LetterStyle = .sans) throws -> [GlyphRun] {
        try Self.client.typeset(text, style, width: 1e6).lines.flatMap(\.runs)
    }

    private func lines(_ text: String, width: Double) throws -> [String] {
        try Self.client.typeset(text, .sans, width: width).lines.map { line in
            line.runs.flatMap(\.clusters).map(\.text).joined()
        }
    }

    // MARK: Which font

    @Test(arguments: [
        ("Ελληνικά", LetterStyle.sans, "LiberationSans"),
        ("Кириллица", .serif, "LiberationSerif"),
        ("Кириллица", .monospaced, "LiberationMono"),
        // The font has no accents by themselves.
        ("e\u{301}", .serif, "LiberationSerif"),
        ("张三", .sans, "NotoSansCJKsc-Regular"),
        ("张三", .serif, "NotoSerifCJKsc-Regular"),
        ("日本語の", .sans, "NotoSansCJKjp-Regular"),
        ("漢字 한글", .sans, "NotoSansCJKkr-Regular"),
        ("ไทย", .sans, "NotoSansThai-Regular"),
        ("العربية", .sans, "NotoSansArabic-Regular"),
        ("العربية", .serif, "NotoNaskhArabic-Regular"),
        ("עברית", .sans, "NotoSansHebrew-Regular"),
        ("हिन्दी", .sans, "NotoSansDevanagari-Regular"),
        ("தமிழ்", .serif, "NotoSerifTamil-Regular"),
    ])
    func eachScriptHasItsFont(text: String, style: LetterStyle, font: String) throws {
        #expect(Set(try runs(text, style).map(\.face.postScriptName)) == [font])
    }

    @Test func whatAllScriptsShareStaysWithItsNeighbours() throws {
        let names = try runs("张三，“李四” and 3 of them").map(\.face.postScriptName)
        #expect(names == ["NotoSansCJKsc-Regular", "LiberationSans"])
    }

    // MARK: Shaping

    @Test func arabicLettersJoin() throws {
        let joined = try runs("لا بب").flatMap(\.clusters)
        // From the left: the last letter, the first of its word, the space, and the ligature.
        #expect(joined.map(\.text) == ["ب", "ب", " ", "لا"])
        #expect(joined[0].glyphs[0].id != joined[1].glyphs[0].id)
        #expect(try runs("لا بب").allSatisfy(\.isRightToLeft))
    }

    @Test func aVowelThatStandsBeforeItsLetterBelongsToIt() throws {
        let clusters = try runs("हि").flatMap(\.clusters)
        #expect(clusters.map(\.text) == ["हि"])
        #expect(clusters[0].glyphs.count == 2)
        #expect(clusters[0].glyphs[1].scalar == "ह")
    }

    @Test func thaiMarksStandAboveEachOther() throws {
        let clusters = try runs("ที่").flatMap(\.clusters)
        #expect(clusters.map(\.text) == ["ที่"])
        #expect(clusters[0].glyphs.count == 3)
        #expect(clusters[0].glyphs.dropFirst().allSatisfy { $0.advance == 0 })
    }

    @Test func directionsAreSortedOutLineByLine() throws {
        let seen = try runs("אב 12 ab").map { $0.clusters.map(\.text).joined() }
        #expect(seen == ["ab", " ", "12", " בא"] || seen.joined() == "ab 12 בא")
    }

    // MARK: Lines

    @Test func noLineBeginsWithAFullStopOrASmallLetter() throws {
        // Five letters fit; the sixth is what may not begin a line.
        #expect(try lines("一二三四五。六", width: 5000) == ["一二三四", "五。六"])
        #expect(try lines("あいうえちゃん", width: 5000) == ["あいうえ", "ちゃん"])
        #expect(try lines("一二三四「五」", width: 5000) == ["一二三四", "「五」"])
    }

    @Test func thaiBreaksBetweenWords() throws {
        let broken = try lines("ภาษาไทยเป็นภาษาที่สวยงาม", width: 4000)
        #expect(broken.joined() == "ภาษาไทยเป็นภาษาที่สวยงาม")
        #expect(broken.first == "ภาษาไทย")
    }

    @Test func aLetterAndItsMarksAreNeverParted() throws {
        #expect(try lines("ที่ที่", width: 1) == ["ที่", "ที่"])
        #expect(try lines("e\u{301}Ωe\u{301}", width: 1) == ["e\u{301}", "Ω", "e\u{301}"])
    }

    @Test func spacesAtTheEndOfALineTakeNoRoom() throws {
        #expect(try lines("один   два", width: 2700) == ["один", "два"])
        // What keeps words together is no such space.
        #expect(try lines("а\u{A0}б в", width: 1e6) == ["а\u{A0}б в"])
    }

    // MARK: Fonts

    @Test func aGlyphKeepsItsNumberWhenOthersCome() throws {
        for text in ["张三李四", "العربية", "Ωμέγα"] {
            let run = try #require(try runs(text).first)
            let glyphs = Set(run.clusters.flatMap(\.glyphs).map(\.id)).sorted()
            let few = try Self.client.program(of: run.face, glyphs: [glyphs[0]])
            let all = try Self.client.program(of: run.face, glyphs: glyphs)
            #expect(few.widths[0] == all.widths[0])
            #expect(few.bytes.count < all.bytes.count)
        }
    }

    @Test func onlyWhatIsShownIsInTheFont() throws {
        let run = try #require(try runs("Ωμέγα").first)
        let glyphs = run.clusters.flatMap(\.glyphs).map(\.id)
        let program = try Self.client.program(of: run.face, glyphs: glyphs)
        #expect(program.format == .trueType)
        // The whole font has 400,000.
        #expect(program.bytes.count < 20_000)
        #expect(!program.metrics.isSerif && program.metrics.weight == 400)
        #expect((650...750).contains(program.metrics.capHeight))
    }

    @Test func aGlyphThatTheFontHasNotIsRefused() throws {
        let face = try #require(try runs("Ω").first).face
        #expect(Bench.code { _ = try Self.client.program(of: face, glyphs: [0xFFFF]) } == .usage)
    }

    // MARK: Hostile text

    @Test func aTextWithoutEndIsRefused() {
        let text = String(repeating: "Ω", count: 100_001)
        #expect(
            Bench.code { _ = try Self.client.typeset(text, .sans, width: 1e5) } == .limitExceeded
        )
        let lines = String(repeating: "\n", count: 10_001)
        #expect(
            Bench.code { _ = try Self.client.typeset(lines, .sans, width: 1e5) } == .limitExceeded
        )
    }

    @Test func manyMissingLettersAreNamedInASentence() throws {
        let text = String(
            String.UnicodeScalarView((0xE000..<0xE800).compactMap(Unicode.Scalar.init))
        )
        let fault = #expect(throws: Fault.self) {
            _ = try Self.client.typeset(text, .sans, width: 1e5)
        }
        #expect(fault?.code == .unsupported)
        #expect(fault?.message.contains("U+E000") == true)
        #expect(fault?.message.contains("and more") == true)
        #expect((fault?.message.utf8.count ?? 0) < 600)
    }

    @Test(arguments: [
        "\u{202E}", "\u{2067}", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{0}", "\u{FEFF}", "\u{AD}",
        "\u{E0041}", "\u{1160}", "\u{0E33}", "\u{093F}",
    ])
    func anythingRepeatedIsSetInTime(_ letter: String) throws {
        let text = "Ω" + String(repeating: letter, count: 8000) + "Ω"
        for width in [0, 5000, 1e9] {
            let set = try? Self.client.typeset(text, .sans, width: width)
            #expect(set.map { !$0.lines.isEmpty } ?? true)
        }
        // It still serves.
        #expect(try runs("Ω").count == 1)
    }

    // MARK: The wire

    @Test func requestsAreReadAsTheyWereWritten() throws {
        let face = FaceName(postScriptName: "Any", digest: 5)
        for request in [
            WorkerRequest.typeset(TypesetCall("张三\n\0", .monospaced, width: 0.1)),
            .cutFont(CutFontCall(face, glyphs: [0, 1, 0xFFFF])),
            .cutFont(CutFontCall(face, glyphs: [])),
        ] {
            let (kind, payload) = request.frame
            #expect(try WorkerRequest(kind: kind, payload: payload) == request)
            for length in payload.indices {
                _ = try? WorkerRequest(kind: kind, payload: Array(payload.prefix(length)))
            }
        }
    }

    @Test func repliesThatAreCutOrAlteredAreRefusedOrRead() throws {
        let text = try FakeTypesetter().typeset("office 张三\nאב e\u{301}", .sans, width: 3000)
        let program = try FakeTypesetter().program(of: FakeTypesetter.plain, glyphs: [1, 2, 3])
        var numbers = SplitMix(seed: 5)
        for reply in [WorkerReply.typesetText(text), .fontProgram(program)] {
            let (header, payload) = reply.frame
            let read = try WorkerReply(header: header, payload: payload)
            #expect(read.frame.payload == payload)
            for length in payload.indices {
                let part = Array(payload.prefix(length))
                #expect(throws: WireFailure.self) {
                    try WorkerReply(
                        header: FrameHeader(header.kind, length: length),
                        payload: part
                    )
                }
            }
            for _ in 0..<5000 {
                var altered = payload
                for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                    altered[Int.random(in: altered.indices, using: &numbers)] =
                        UInt8.random(in: 0...255, using: &numbers)
                }
                _ = try? WorkerReply(header: header, payload: altered)
            }
        }
    }

    @Test func aReplyThatPromisesMoreThanItHasCostsNothing() {
        // Lines, a run, clusters: each says that two thousand million come.
        for head in [[UInt8](repeating: 0, count: 8)] {
            let payload = head + [0xFF, 0xFF, 0xFF, 0x7F]
            #expect(throws: WireFailure.self) {
                try WorkerReply(
                    header: FrameHeader(.typesetText, length: payload.count),
                    payload: payload
                )
            }
        }
    }
}
