// SPDX-License-Identifier: Apache-2.0

/// Why no object could be read.
enum ParseStop: Error {
    /// The window ended first; read on with a larger one.
    case windowTooSmall
    /// It is no object; with the index of the byte.
    case malformed(String, at: Int)
}

/// An object together with its header `12 0 obj`.
struct IndirectObject {
    var id: ObjectID
    var object: COSObject
    /// Offset in the file just after the object, or just after `stream` and its line end.
    var end: Int
    var lacksEndobj: Bool
    /// The bytes end before `endobj`, so that the object may be cut short.
    var isCut = false
    /// Oddities that were passed over.
    var oddities: [String]
    /// The highest number that a reference in it names.
    var highestReference = 0
    /// Where the data of the stream begin if what stands behind `stream` on its line is none.
    var streamAfterLine: Int?
}

/// Reads objects from a window of bytes (ISO 32000-2, 7.3).
struct ObjectParser {
    var lexer: Lexer
    /// Offset in the file of the window's index 0.
    let fileOffsetOfIndexZero: Int
    /// Whether the window reaches to the end of what there is.
    let isWhole: Bool
    var oddities: [String] = []
    /// The highest number that a reference named so far.
    var highestReference = 0

    /// All that was odd, also inside tokens.
    var allOddities: [String] { oddities + lexer.sloppiness.map(\.rawValue).sorted() }

    /// Where the parser stands, from the start of the file.
    var fileOffset: Int { lexer.position + fileOffsetOfIndexZero }

    /// `fileOffset` is that of the window's first byte.
    init(_ window: ArraySlice<UInt8>, fileOffset: Int, isWhole: Bool) {
        lexer = Lexer(window)
        fileOffsetOfIndexZero = fileOffset - window.startIndex
        self.isWhole = isWhole
    }

    /// Whether `12 0 obj` stands here, with this number, and the token behind it.
    mutating func isHeader(of wanted: Int, before token: Token? = nil) throws(ParseStop) -> Bool {
        let number = lexer.next()
        let generation = lexer.next()
        let word = lexer.next()
        try checkWindow()
        guard case .integer(wanted) = number, case .integer = generation,
            case .keyword(let keyword) = word
        else { return false }
        guard keyword.starts(with: "obj", at: keyword.startIndex) else { return false }
        guard let token else { return true }
        // "obj" may be glued to what follows.
        lexer.position = keyword.startIndex + 3
        let following = lexer.next()
        try checkWindow()
        return following == token
    }

    /// Reads `12 0 obj … endobj`; of a stream the dictionary, the body stays in the file.
    mutating func indirectObject() throws(ParseStop) -> IndirectObject {
        let start = lexer.position
        guard case .integer(let number) = lexer.next(),
            case .integer(let generation) = lexer.next(),
            (0...Limits.objectNumber).contains(number), (0...65535).contains(generation)
        else {
            try checkWindow()
            throw .malformed("No object begins here.", at: start)
        }
        let word = lexer.next()
        guard case .keyword(let keyword) = word, keyword.starts(with: "obj", at: keyword.startIndex)
        else {
            try checkWindow()
            throw .malformed("No object begins here.", at: start)
        }
        // "obj" glued to what follows, as in "objnull".
        lexer.position = keyword.startIndex + 3
        let id = ObjectID(number, generation)
        let bodyStart = lexer.position
        if lexer.next().isKeyword("endobj") {
            return IndirectObject(
                id: id,
                object: .null,
                end: fileOffset,
                lacksEndobj: false,
                oddities: ["The object is empty."]
            )
        }
        lexer.position = bodyStart
        let object = try value(depth: 0)
        let end = fileOffset
        let following = lexer.next()
        try checkWindow()
        if case .dictionary(let dictionary) = object, case .keyword(let word) = following,
            word.starts(with: "stream", at: word.startIndex)
        {
            lexer.position = word.startIndex + 6
            let afterLine = try skipLineEnd()
            // A line feed may be the first byte behind the window.
            try checkWindow()
            return IndirectObject(
                id: id,
                object: .stream(COSStream(dictionary, baseOffset: fileOffset, owner: id)),
                end: fileOffset,
                lacksEndobj: false,
                oddities: allOddities,
                highestReference: highestReference,
                streamAfterLine: afterLine.map { $0 + fileOffsetOfIndexZero }
            )
        }
        var closed = false
        if case .keyword(let word) = following {
            closed = word.starts(with: "endobj", at: word.startIndex)
        }
        return IndirectObject(
            id: id,
            object: object,
            end: closed ? fileOffset : end,
            lacksEndobj: !closed,
            isCut: following == .end,
            oddities: allOddities,
            highestReference: highestReference
        )
    }

    /// 7.3.8.1: CR LF or LF after `stream`; a lone CR is taken too, and spaces before the end.
    ///
    /// Something else on the line is data for some readers, and nothing for others.
    ///
    /// - Returns: where the next line begins, when something else stands on this one.
    private mutating func skipLineEnd() throws(ParseStop) -> Int? {
        var probe = lexer.position
        while probe < lexer.bytes.endIndex, lexer.bytes[probe] == 0x20 { probe += 1 }
        if !isWhole, probe == lexer.bytes.endIndex { throw .windowTooSmall }
        guard probe < lexer.bytes.endIndex else { return nil }
        if lexer.bytes[probe] == 0x0D || lexer.bytes[probe] == 0x0A {
            lexer.position = afterLineEnd(at: probe)
            return nil
        }
        let most = probe + Self.mostJunkAfterStream
        if !isWhole, most + 2 > lexer.bytes.endIndex { throw .windowTooSmall }
        while probe < min(most, lexer.bytes.endIndex) {
            if lexer.bytes[probe] == 0x0D || lexer.bytes[probe] == 0x0A {
                return afterLineEnd(at: probe)
            }
            probe += 1
        }
        return nil
    }

    /// A longer line is no remark but the data.
    private static let mostJunkAfterStream = 200

    private func afterLineEnd(at index: Int) -> Int {
        let isPair =
            lexer.bytes[index] == 0x0D && index + 1 < lexer.bytes.endIndex
            && lexer.bytes[index + 1] == 0x0A
        return index + (isPair ? 2 : 1)
    }

    /// Reads one direct object or reference.
    mutating func value(depth: Int) throws(ParseStop) -> COSObject {
        if let object = try plainValue(depth: depth) { return object }
        let start = lexer.position
        let token = lexer.next()
        if let object = try value(from: token, depth: depth) { return object }
        try checkWindow()
        throw .malformed("An object was expected here.", at: start)
    }

    /// A value in its usual form, read without making tokens, which takes a fraction of the time;
    /// `nil` for all others, with nothing read but white space.
    private mutating func plainValue(depth: Int) throws(ParseStop) -> COSObject? {
        lexer.skipWhiteSpace()
        guard depth <= Limits.nesting, let byte = lexer.peek() else { return nil }
        switch byte {
        case UInt8(ascii: "/"):
            lexer.position += 1
            return .name(lexer.name())
        case UInt8(ascii: "["):
            lexer.position += 1
            return try array(depth: depth)
        case UInt8(ascii: "<"):
            guard lexer.peek(1) == UInt8(ascii: "<") else { return nil }
            lexer.position += 2
            return .dictionary(try dictionary(depth: depth))
        case UInt8(ascii: "-"), UInt8(ascii: "."), 0x30...0x39:
            if let id = lexer.reference() { return noted(id) }
            let start = lexer.position
            guard let number = lexer.plainNumber() else { return nil }
            if case .integer = number, lexer.mayGoOnAsReference() {
                lexer.position = start
                return nil
            }
            return number
        default: return nil
        }
    }

    /// A value that begins with this token; `nil` when none does.
    private mutating func value(from token: Token, depth: Int) throws(ParseStop) -> COSObject? {
        guard depth <= Limits.nesting else {
            throw .malformed("The object is nested too deeply.", at: lexer.position)
        }
        switch token {
        case .integer(let number): return try reference(after: number) ?? .integer(number)
        case .real(let number): return .real(number)
        case .string(let bytes): return .string(bytes)
        case .name(let name): return .name(name)
        case .arrayOpen: return try array(depth: depth)
        case .dictionaryOpen: return .dictionary(try dictionary(depth: depth))
        case .keyword(let word):
            if word.matches("true") { return .boolean(true) }
            if word.matches("false") { return .boolean(false) }
            if word.matches("null") { return .null }
            return nil
        case .arrayClose, .dictionaryClose, .end: return nil
        }
    }

    /// `12 0 R` after the 12, or nothing, then the position is unchanged.
    private mutating func reference(after number: Int) throws(ParseStop) -> COSObject? {
        let start = lexer.position
        guard number >= 0 else { return nil }
        lexer.skipWhiteSpace()
        guard let byte = lexer.peek(), CharacterClass.isDigit(byte) else {
            try checkWindow()
            lexer.position = start
            return nil
        }
        if case .integer(let generation) = lexer.next(), generation <= 65535 {
            lexer.skipWhiteSpace()
            if lexer.peek() == UInt8(ascii: "R"),
                lexer.peek(1).map(CharacterClass.isRegular) != true
            {
                lexer.position += 1
                try checkWindow()
                // An impossible number names no object, which is null (7.3.10).
                if number == 0 || number > Limits.objectNumber { return .null }
                return noted(ObjectID(number, generation))
            }
        }
        try checkWindow()
        lexer.position = start
        return nil
    }

    private mutating func noted(_ id: ObjectID) -> COSObject {
        highestReference = max(highestReference, id.number)
        return .reference(id)
    }

    private mutating func array(depth: Int) throws(ParseStop) -> COSObject {
        var elements: [COSObject] = []
        elements.reserveCapacity(4)
        while true {
            while let element = try plainValue(depth: depth + 1) { elements.append(element) }
            let start = lexer.position
            let token = lexer.next()
            if let element = try value(from: token, depth: depth + 1) {
                elements.append(element)
                continue
            }
            if token == .arrayClose { return .array(elements) }
            try checkWindow()
            if endsObject(token) {
                note("An array is not closed.", at: start)
                lexer.position = start
                return .array(elements)
            }
            note("An array holds something that is no object.", at: start)
        }
    }

    private mutating func dictionary(depth: Int) throws(ParseStop) -> COSDictionary {
        var dictionary = COSDictionary()
        while true {
            try plainEntries(into: &dictionary, depth: depth)
            let start = lexer.position
            let token = lexer.next()
            switch token {
            case .dictionaryClose:
                return dictionary
            case .name(let key):
                if let value = try plainValue(depth: depth + 1) {
                    dictionary.append(key, value)
                    continue
                }
                let valueStart = lexer.position
                let valueToken = lexer.next()
                if let value = try value(from: valueToken, depth: depth + 1) {
                    dictionary.append(key, value)
                } else {
                    try checkWindow()
                    // "/Key >>" and "/Key endobj": the value is missing, which means null.
                    note("The key \(key) has no value.", at: valueStart)
                    if valueToken == .dictionaryClose || endsObject(valueToken) {
                        lexer.position = valueStart
                    }
                }
            default:
                try checkWindow()
                if endsObject(token) {
                    note("A dictionary is not closed.", at: start)
                    lexer.position = start
                    return dictionary
                }
                note("A dictionary holds something that is no key.", at: start)
                // What is opened here also ends here, and does not end this dictionary.
                if token == .dictionaryOpen || token == .arrayOpen {
                    let odd = try value(from: token, depth: depth + 1)
                    // A bracket that stands twice: the entries are this dictionary's.
                    if case .dictionary(let inner)? = odd, dictionary.isEmpty { dictionary = inner }
                }
            }
        }
    }

    /// Entries in their usual form, as many as there are.
    private mutating func plainEntries(
        into dictionary: inout COSDictionary,
        depth: Int
    ) throws(ParseStop) {
        while true {
            lexer.skipWhiteSpace()
            let start = lexer.position
            guard lexer.peek() == UInt8(ascii: "/") else { return }
            lexer.position += 1
            let key = lexer.name()
            guard let value = try plainValue(depth: depth + 1) else {
                lexer.position = start
                return
            }
            dictionary.append(key, value)
        }
    }

    /// Whether the token can only stand after an object that was not closed.
    private func endsObject(_ token: Token) -> Bool {
        switch token {
        case .end: true
        case .keyword(let word):
            word.starts(with: "endobj", at: word.startIndex)
                || word.matches("stream") || word.matches("obj")
                || word.matches("xref") || word.matches("trailer") || word.matches("startxref")
        default: false
        }
    }

    private mutating func note(_ text: String, at index: Int) {
        guard oddities.count < 8 else { return }
        oddities.append("\(text) (byte \(index + fileOffsetOfIndexZero))")
    }

    /// A token that touches the window's end may go on behind it.
    func checkWindow() throws(ParseStop) {
        if !isWhole, lexer.position >= lexer.bytes.endIndex { throw .windowTooSmall }
    }
}
