// SPDX-License-Identifier: Apache-2.0
internal import CFontconfig

/// The fonts of this machine, in an order that depends on nothing but which there are.
@safe final class FontCatalog {
    /// One face, as fontconfig describes it.
    @safe struct Entry {
        let path: String
        /// Which face of a collection.
        let index: UInt32
        let families: [String]
        let postScriptName: String
        /// How far it is from upright letters of usual weight and width; 0 for those.
        let strangeness: Int
        fileprivate let characters: OpaquePointer

        /// Whether fontconfig found the character in it.
        func has(_ scalar: Unicode.Scalar) -> Bool {
            unsafe FcCharSetHasChar(characters, scalar.value) != 0
        }
    }

    /// Sorted.
    let entries: [Entry]
    private let list: UnsafeMutablePointer<FcFontSet>?

    /// Lists outline fonts; colours and variations have no place in what is embedded.
    init() {
        unsafe list = Self.listed()
        var entries: [Entry] = []
        if let list = unsafe list {
            for place in 0..<Int(unsafe list.pointee.nfont) {
                guard let pattern = unsafe list.pointee.fonts[place] else { continue }
                if let entry = unsafe Self.entry(pattern) { entries.append(entry) }
            }
        }
        self.entries = entries.sorted { a, b in
            (a.strangeness, a.families.first ?? "", a.path, a.index)
                < (b.strangeness, b.families.first ?? "", b.path, b.index)
        }
    }

    deinit {
        if let list = unsafe list { unsafe FcFontSetDestroy(list) }
    }

    /// The most usual face of a family.
    func entry(ofFamily name: String) -> Int? {
        entries.firstIndex { $0.families.contains(name) }
    }

    /// Reads the system's list of fonts, and writes fontconfig's cache where it is out of date:
    /// inside the sandbox that could not be done any more.
    ///
    /// - Returns: the folders and files that must stay readable for text to be drawn.
    static func prepare() -> [String] {
        guard FcInit() != 0 else { return [] }
        let lists = unsafe [
            FcConfigGetFontDirs(nil), FcConfigGetCacheDirs(nil), FcConfigGetConfigFiles(nil),
        ]
        return unsafe lists.flatMap { unsafe strings($0) }
    }

    private static func strings(_ list: OpaquePointer?) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe FcStrListDone(list) }
        var strings: [String] = []
        while let next = unsafe FcStrListNext(list) {
            strings.append(unsafe String(cString: next))
        }
        return strings
    }

    private static func listed() -> UnsafeMutablePointer<FcFontSet>? {
        guard let wanted = unsafe FcObjectSetCreate(), let any = unsafe FcPatternCreate() else {
            return nil
        }
        defer {
            unsafe FcObjectSetDestroy(wanted)
            unsafe FcPatternDestroy(any)
        }
        let facts = [
            FC_FILE, FC_INDEX, FC_FAMILY, FC_POSTSCRIPT_NAME, FC_WEIGHT, FC_SLANT, FC_WIDTH,
            FC_FONTFORMAT, FC_VARIABLE, FC_OUTLINE, FC_COLOR, FC_CHARSET,
        ]
        for fact in facts { _ = unsafe FcObjectSetAdd(wanted, fact) }
        return unsafe FcFontList(nil, any, wanted)
    }

    private static func entry(_ pattern: OpaquePointer) -> Entry? {
        guard unsafe flag(pattern, FC_OUTLINE) ?? false, unsafe !(flag(pattern, FC_COLOR) ?? false),
            unsafe !(flag(pattern, FC_VARIABLE) ?? false),
            let format = unsafe text(pattern, FC_FONTFORMAT, 0),
            ["TrueType", "CFF"].contains(format),
            let path = unsafe text(pattern, FC_FILE, 0),
            let index = unsafe UInt32(exactly: number(pattern, FC_INDEX) ?? 0),
            // The upper half names an instance of a variable font.
            index <= 0xFFFF
        else { return nil }
        var characters: OpaquePointer?
        guard unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch,
            let characters = unsafe characters
        else { return nil }
        var families: [String] = []
        while let family = unsafe text(pattern, FC_FAMILY, families.count) {
            families.append(family)
        }
        let weight = unsafe abs((number(pattern, FC_WEIGHT) ?? 80) - 80)
        let slant = unsafe abs(number(pattern, FC_SLANT) ?? 0)
        let width = unsafe abs((number(pattern, FC_WIDTH) ?? 100) - 100)
        return unsafe Entry(
            path: path,
            index: index,
            families: families,
            postScriptName: text(pattern, FC_POSTSCRIPT_NAME, 0) ?? families.first ?? "",
            strangeness: weight + 10 * slant + 10 * width,
            characters: characters
        )
    }

    private static func text(_ pattern: OpaquePointer, _ fact: String, _ place: Int) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard unsafe FcPatternGetString(pattern, fact, Int32(place), &value) == FcResultMatch,
            let value = unsafe value
        else { return nil }
        return unsafe String(cString: value)
    }

    private static func number(_ pattern: OpaquePointer, _ fact: String) -> Int? {
        var value: Int32 = 0
        guard unsafe FcPatternGetInteger(pattern, fact, 0, &value) == FcResultMatch else {
            return nil
        }
        return Int(value)
    }

    private static func flag(_ pattern: OpaquePointer, _ fact: String) -> Bool? {
        var value: FcBool = 0
        guard unsafe FcPatternGetBool(pattern, fact, 0, &value) == FcResultMatch else {
            return nil
        }
        return value != 0
    }
}
