// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

/// Reads where outline items and links lead.
///
/// Pages are looked at only once all are known that are led to, so that a long page tree is walked
/// once.
struct JumpReader {
    let document: Document
    let destinations: Destinations
    /// The pages of the document by their objects.
    let places: [ObjectID: Int]
    let pageCount: Int
    /// What relative addresses begin with (12.6.4.8).
    let addressBase: String?

    /// A target whose page was not looked at yet.
    enum Jump {
        case page(index: Int, explicit: [COSObject])
        case settled(JumpTarget)

        /// The page that must be looked at.
        var pageIndex: Int? {
            if case .page(let index, _) = self { index } else { nil }
        }
    }

    // MARK: Reading

    /// Where an outline item or a link leads, by /Dest or /A; `nil` when it has neither.
    ///
    /// - Throws: `readFailed`.
    func jump(from dictionary: COSDictionary) throws(Fault) -> Jump? {
        if let destination = dictionary["Dest"] { return try jump(to: destination) }
        guard let action = try document.value("A", in: dictionary).dictionary else { return nil }
        return try jump(by: action)
    }

    /// Where a destination leads.
    ///
    /// - Throws: `readFailed`.
    func jump(to destination: COSObject?) throws(Fault) -> Jump {
        if let explicit = try destinations.explicit(destination),
            let target = Destinations.target(explicit), let index = index(of: target)
        {
            return .page(index: index, explicit: explicit)
        }
        return .settled(.missing(name: Self.name(try document.resolve(destination))))
    }

    /// Where an action leads (table 201).
    ///
    /// - Throws: `readFailed`.
    func jump(by action: COSDictionary) throws(Fault) -> Jump? {
        guard let kind = try document.value("S", in: action).name else { return nil }
        switch kind {
        case "GoTo": return try jump(to: action["D"])
        case "GoToR", "GoToE": return .settled(.remote(try remote(action)))
        case "URI":
            let bytes = try document.value("URI", in: action).string ?? []
            return .settled(.address(LinkAddress(bytes, base: addressBase)))
        case "Named":
            return .settled(.named(try document.value("N", in: action).name?.latin1 ?? ""))
        default: return .settled(.other(kind.latin1))
        }
    }

    private func remote(_ action: COSDictionary) throws(Fault) -> RemoteDestination {
        let file = try FileSpecification(action["F"], of: document)?.name
        var remote = RemoteDestination(file: file)
        if let target = try document.value("T", in: action).dictionary {
            remote.embeddedFile = Self.name(try document.value("N", in: target))
        }
        let destination = try document.value("D", in: action)
        if let first = destination.array?.first {
            remote.pageIndex = first.integer.flatMap { $0 < 0 ? nil : $0 }
        } else {
            remote.name = Self.name(destination)
        }
        return remote
    }

    private func index(of target: Destinations.Target) -> Int? {
        switch target {
        case .page(let id): places[id]
        case .index(let index): (0..<pageCount).contains(index) ? index : nil
        }
    }

    /// A name or a string as text.
    static func name(_ object: COSObject) -> String? {
        if let bytes = object.string { return TextString.decode(bytes) }
        return object.name.map { LinkAddress.decode($0.bytes[...]) }
    }

    // MARK: Finishing

    /// The target, once its page is known.
    ///
    /// - Throws: `readFailed`.
    func target(_ jump: Jump, _ spaces: [Int: PageSpace]) throws(Fault) -> JumpTarget {
        switch jump {
        case .settled(let target): target
        case .page(let index, let explicit):
            .page(try destination(explicit, index, spaces[index]))
        }
    }

    /// 12.3.2.2, table 149.
    private func destination(
        _ explicit: [COSObject],
        _ index: Int,
        _ space: PageSpace?
    ) throws(Fault) -> PageDestination {
        let kind = explicit.count > 1 ? try document.resolve(explicit[1]).name : nil
        var numbers: [Double?] = []
        for element in explicit.dropFirst(2).prefix(4) {
            numbers.append(try document.resolve(element).number)
        }
        func number(_ place: Int) -> Double? { place < numbers.count ? numbers[place] : nil }
        var result = PageDestination(pageIndex: index, fit: Self.fits[kind ?? "XYZ"] ?? .page)
        guard let space else { return result }
        switch result.fit {
        case .point:
            (result.x, result.y) = space.viewPoint(left: number(0), top: number(1))
            result.zoom = number(2).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        case .width, .contentWidth:
            (result.x, result.y) = space.viewPoint(left: nil, top: number(0))
        case .height, .contentHeight:
            (result.x, result.y) = space.viewPoint(left: number(0), top: nil)
        case .rect:
            guard let left = number(0), let bottom = number(1), let right = number(2),
                let top = number(3)
            else { break }
            let rect = space.viewRect(
                of: Rect(corners: Point(x: left, y: bottom), Point(x: right, y: top))
            )
            result.rect = rect.isFinite ? rect : nil
        case .page, .content: break
        }
        return result
    }

    private static let fits: [COSName: PageDestination.Fit] = [
        "XYZ": .point, "Fit": .page, "FitH": .width, "FitV": .height, "FitR": .rect,
        "FitB": .content, "FitBH": .contentWidth, "FitBV": .contentHeight,
    ]
}

extension PageSpace {
    /// A point of which the file may leave out a coordinate, in view space.
    fileprivate func viewPoint(left: Double?, top: Double?) -> (x: Double?, y: Double?) {
        let point = pageToView.apply(Point(x: left ?? 0, y: top ?? 0))
        let (across, down) = isSideways ? (top, left) : (left, top)
        return (
            across == nil || !point.x.isFinite ? nil : point.x,
            down == nil || !point.y.isFinite ? nil : point.y
        )
    }
}
