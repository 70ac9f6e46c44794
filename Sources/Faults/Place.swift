// SPDX-License-Identifier: Apache-2.0

/// Where in which file something is wrong; every part is optional.
public struct Place: Sendable, Hashable, CustomStringConvertible {
    /// The path as the person gave it.
    public var file: String?
    /// The object in the file, as in "12 0".
    public var object: String?
    /// Bytes from the start of the file.
    public var byteOffset: Int?
    /// The page, counted from 0.
    public var pageIndex: Int?

    /// Makes a place from whatever is known.
    public init(
        file: String? = nil,
        object: String? = nil,
        byteOffset: Int? = nil,
        pageIndex: Int? = nil
    ) {
        self.file = file
        self.object = object
        self.byteOffset = byteOffset
        self.pageIndex = pageIndex
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { self == Place() }

    /// The place in words, pages counted from 1.
    public var description: String {
        var parts: [String] = []
        if let file { parts.append(file) }
        if let pageIndex { parts.append("page \(pageIndex &+ 1)") }
        if let object { parts.append("object \(object)") }
        if let byteOffset { parts.append("byte \(byteOffset)") }
        return parts.joined(separator: ", ")
    }
}
