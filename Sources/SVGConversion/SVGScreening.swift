// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// Looks for what librsvg would leave out without a word.
///
/// A seal without its company's name is worse than no seal.
enum SVGScreening {
    /// Throws `unsupported` for compressed drawings and for text on a path.
    static func check(_ bytes: [UInt8]) throws(Fault) {
        if bytes.starts(with: [0x1F, 0x8B]) {
            throw Fault(
                .unsupported,
                "The drawing is compressed (.svgz). Save it as plain .svg, or unpack it with gunzip."
            )
        }
        if hasElement("textPath", in: bytes) {
            throw Fault(
                .unsupported,
                "The drawing sets text along a path (<textPath>), which would come out empty. "
                    + "Turn that text into paths (in Inkscape: Path, Object to Path) or place each "
                    + "character with its own transform."
            )
        }
    }

    /// Whether `<name` or `<prefix:name` begins an element outside comments and CDATA.
    static func hasElement(_ name: String, in bytes: [UInt8]) -> Bool {
        let name = Array(name.utf8)
        // Nearly all drawings are done here, at the speed of memory.
        guard mentions(name, in: bytes) else { return false }
        var rest = bytes[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            if rest.starts(with: "!--".utf8) {
                rest = skip(past: "-->", in: rest)
            } else if rest.starts(with: "![CDATA[".utf8) {
                rest = skip(past: "]]>", in: rest)
            } else {
                let tag = rest.prefix { !endsName.contains($0) }
                let local = tag.split(separator: UInt8(ascii: ":")).last ?? []
                if local.elementsEqual(name) { return true }
                rest = rest[tag.endIndex...]
            }
        }
        return false
    }

    private static func mentions(_ name: [UInt8], in bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            guard var next = buffer.baseAddress else { return false }
            let end = unsafe next + buffer.count
            while let found = unsafe memchr(next, Int32(name[0]), end - next) {
                if unsafe end - UnsafeRawPointer(found) < name.count { return false }
                if unsafe memcmp(found, name, name.count) == 0 { return true }
                unsafe next = UnsafeRawPointer(found) + 1
            }
            return false
        }
    }

    private static let endsName = Array(" \t\r\n/>".utf8)

    private static func skip(past mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let mark = Array(mark.utf8)
        var rest = bytes
        while let start = rest.firstIndex(of: mark[0]) {
            rest = rest[start...]
            if rest.starts(with: mark) { return rest.dropFirst(mark.count) }
            rest = rest.dropFirst()
        }
        return []
    }
}
