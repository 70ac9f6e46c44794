// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
internal import Operations
public import Rendering

/// What holds for whoever draws and reads pages, law by law.
public enum RenderingContract: String, CaseIterable, Sendable {
    case drawsWhatIsThere
    case drawsTurnedPagesUpright
    case drawsTheSameTwice
    case partsAreCutFromTheWhole
    case showsTheBackgroundBeyondThePage
    case leavesClearWhatIsNotPainted
    case keepsTheOrderOfBytes
    case drawsTheChange
    case knowsNoPageBeyondTheLast
    case drawsNothingThatNobodyWantsAnyMore
    case readsTheTextWithItsPlaces
    case readsManyPagesAsOneByOne
    case findsNoTextWhereThereIsNone

    /// Tries the law.
    ///
    /// - Parameter subject: who draws and reads `ContractDocument`.
    /// - Returns: what was found wrong, in words; empty when the law holds.
    /// - Throws: what the subject throws and should not.
    public func violations(
        of subject: any PageRenderer & TextExtractor
    ) throws(Fault) -> [String] {
        let trial = Trial(subject: subject)
        switch self {
        case .drawsWhatIsThere: return try trial.drawsWhatIsThere()
        case .drawsTurnedPagesUpright: return try trial.drawsTurnedPagesUpright()
        case .drawsTheSameTwice: return try trial.drawsTheSameTwice()
        case .partsAreCutFromTheWhole: return try trial.partsAreCutFromTheWhole()
        case .showsTheBackgroundBeyondThePage: return try trial.showsTheBackground()
        case .leavesClearWhatIsNotPainted: return try trial.leavesClear()
        case .keepsTheOrderOfBytes: return try trial.keepsTheOrderOfBytes()
        case .drawsTheChange: return try trial.drawsTheChange()
        case .knowsNoPageBeyondTheLast: return trial.knowsNoPageBeyondTheLast()
        case .drawsNothingThatNobodyWantsAnyMore: return trial.dropsWhatIsCancelled()
        case .readsTheTextWithItsPlaces: return try trial.readsTheText()
        case .readsManyPagesAsOneByOne: return try trial.readsManyPages()
        case .findsNoTextWhereThereIsNone: return try trial.findsNoText()
        }
    }
}

/// One subject under trial.
private struct Trial {
    let subject: any PageRenderer & TextExtractor

    private static let red = RenderColour(red: 255, green: 0, blue: 0)
    private static let green = RenderColour(red: 0, green: 255, blue: 0)
    private static let blue = RenderColour(red: 0, green: 0, blue: 255)

    /// Twice as many pixels as points, so that the boxes end between pixels.
    private static let pixels = PixelSize(width: 400, height: 200)

    func request(_ page: Int = 0, region: PixelBox? = nil) -> RenderRequest {
        RenderRequest(
            source: ContractDocument.source,
            pageIndex: page,
            pageSize: Self.pixels,
            region: region
        )
    }

    func drawsWhatIsThere() throws(Fault) -> [String] {
        let picture = try subject.render(request())
        return wrongSize(picture, Self.pixels)
            + wrong(picture, x: 60, y: 40, Self.red, "inside the red box")
            + wrong(picture, x: 41, y: 21, Self.red, "in the corner of the red box")
            + wrong(picture, x: 118, y: 58, Self.red, "in the other corner of the red box")
            + wrong(picture, x: 38, y: 40, .white, "left of the red box")
            + wrong(picture, x: 60, y: 18, .white, "above the red box")
            + wrong(picture, x: 300, y: 150, Self.blue, "inside the blue box")
    }

    func drawsTurnedPagesUpright() throws(Fault) -> [String] {
        let picture = try subject.render(request(1))
        return wrongSize(picture, Self.pixels)
            + wrong(picture, x: 41, y: 21, Self.green, "in the corner of the green box")
            + wrong(picture, x: 118, y: 58, Self.green, "in the other corner of the green box")
            + wrong(picture, x: 122, y: 40, .white, "right of the green box")
            + wrong(picture, x: 60, y: 62, .white, "below the green box")
    }

    func drawsTheSameTwice() throws(Fault) -> [String] {
        try subject.render(request()) == (try subject.render(request()))
            ? [] : ["two pictures of one page differ"]
    }

    func partsAreCutFromTheWhole() throws(Fault) -> [String] {
        let whole = try subject.render(request())
        var found: [String] = []
        let parts = [
            PixelBox(x: 0, y: 0, width: 100, height: 100),
            PixelBox(x: 30, y: 15, width: 131, height: 97),
            PixelBox(x: 399, y: 199, width: 1, height: 1),
        ]
        for part in parts {
            let tile = try subject.render(request(region: part))
            found += wrongSize(tile, PixelSize(width: part.width, height: part.height))
            if tile.bytes != cut(part, from: whole) {
                found.append("the part \(part) is not cut from the whole")
            }
        }
        return found
    }

    func showsTheBackground() throws(Fault) -> [String] {
        let colour = RenderColour(red: 10, green: 200, blue: 30)
        var beyond = request(region: PixelBox(x: 350, y: 190, width: 100, height: 40))
        beyond.background = colour
        let picture = try subject.render(beyond)
        return wrongSize(picture, PixelSize(width: 100, height: 40))
            + wrong(picture, x: 99, y: 39, colour, "beyond the page")
            + wrong(picture, x: 45, y: 5, colour, "on the page, where nothing is painted")
    }

    func leavesClear() throws(Fault) -> [String] {
        var clear = request()
        clear.background = .clear
        let picture = try subject.render(clear)
        return wrong(picture, x: 5, y: 5, .clear, "where nothing is painted")
            + wrong(picture, x: 60, y: 40, Self.red, "inside the red box")
    }

    func keepsTheOrderOfBytes() throws(Fault) -> [String] {
        var other = request()
        other.output = .pixels(.bgra)
        let picture = try subject.render(other)
        return wrong(
            picture,
            x: 60,
            y: 40,
            RenderColour(red: 0, green: 0, blue: 255),
            "inside the red box, blue first"
        )
    }

    func drawsTheChange() throws(Fault) -> [String] {
        var edited = request()
        edited.source = ContractDocument.editedSource
        let black = RenderColour(red: 0, green: 0, blue: 0)
        let before = try subject.render(request())
        let after = try subject.render(edited)
        return wrong(before, x: 60, y: 40, Self.red, "before the change")
            + wrong(after, x: 60, y: 40, black, "after the change")
            + wrong(try subject.render(request()), x: 60, y: 40, Self.red, "before it, again")
    }

    func knowsNoPageBeyondTheLast() -> [String] {
        [2, -1, Int.max].flatMap { page in
            code { () throws(Fault) in _ = try subject.render(request(page)) } == .notFound
                ? [] : ["page index \(page) is not answered with notFound"]
        }
    }

    func dropsWhatIsCancelled() -> [String] {
        var dropped = request()
        let cancellation = Cancellation()
        cancellation.cancel()
        dropped.terms.cancellation = cancellation
        return code { () throws(Fault) in _ = try subject.render(dropped) } == .cancelled
            ? [] : ["a request that was cancelled before is not answered with cancelled"]
    }

    func readsTheText() throws(Fault) -> [String] {
        let characters = try subject.characters(
            TextRequest(
                source: ContractDocument.source,
                pageIndex: 0,
                space: ContractDocument.spaces[0]
            )
        )
        var text = ""
        text.unicodeScalars.append(contentsOf: characters.map(\.scalar))
        var found: [String] = []
        if text != ContractDocument.text { found.append("the text is “\(text)”") }
        for character in characters where character.scalar != " " {
            if !ContractDocument.textBox.contains(character.quad.bounds, tolerance: 4) {
                found.append("“\(character.scalar)” stands at \(character.quad.bounds)")
            }
        }
        for (left, right) in zip(characters, characters.dropFirst())
        where left.quad.p0.x >= right.quad.p0.x {
            found.append("“\(right.scalar)” does not stand right of “\(left.scalar)”")
        }
        return found
    }

    func readsManyPages() throws(Fault) -> [String] {
        let pages = try subject.scalars(
            ofPages: 0..<50,
            of: ContractDocument.source,
            terms: RequestTerms()
        )
        var text = ""
        text.unicodeScalars.append(contentsOf: pages.first ?? [])
        return pages.count == 2 && text == ContractDocument.text && pages[1].isEmpty
            ? [] : ["\(pages.count) pages, the first says “\(text)”"]
    }

    func findsNoText() throws(Fault) -> [String] {
        let characters = try subject.characters(
            TextRequest(
                source: ContractDocument.source,
                pageIndex: 1,
                space: ContractDocument.spaces[1]
            )
        )
        return characters.isEmpty ? [] : ["a page without text has \(characters.count) characters"]
    }

    private func code(_ body: () throws(Fault) -> Void) -> FaultCode? {
        do { try body() } catch { return error.code }
        return nil
    }

    private func wrongSize(_ picture: RenderedPicture, _ size: PixelSize) -> [String] {
        picture.size == size && picture.bytes.count == size.width * size.height * 4
            ? []
            : ["the picture is \(picture.size) with \(picture.bytes.count) bytes, not \(size)"]
    }

    private func wrong(
        _ picture: RenderedPicture,
        x: Int,
        y: Int,
        _ colour: RenderColour,
        _ place: String
    ) -> [String] {
        let start = (y * picture.size.width + x) * 4
        guard start + 4 <= picture.bytes.count else { return ["no pixel at \(x), \(y)"] }
        let found = Array(picture.bytes[start..<start + 4])
        // What is clear has no colour.
        let same =
            colour.alpha == 0
            ? found[3] == 0 : found == [colour.red, colour.green, colour.blue, colour.alpha]
        return same ? [] : ["\(place) (\(x), \(y)) the colour is \(found), not \(colour)"]
    }

    private func cut(_ part: PixelBox, from whole: RenderedPicture) -> [UInt8] {
        (part.y..<part.y + part.height).flatMap { row in
            let start = (row * whole.size.width + part.x) * 4
            return whole.bytes[start..<start + part.width * 4]
        }
    }
}
