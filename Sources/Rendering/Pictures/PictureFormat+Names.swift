// SPDX-License-Identifier: Apache-2.0

extension PictureFormat {
    /// A quality at which text is still sharp, and files are half as large as at 95.
    public static let usualQuality = 80

    /// What names of such files end in, after the dot.
    public var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .webp: "webp"
        }
    }

    /// The format that a file's name tells; nil when it tells none.
    public init?(ofFile path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".png") {
            self = .png
        } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
            self = .jpeg(quality: Self.usualQuality)
        } else if name.hasSuffix(".webp") {
            self = .webp(quality: Self.usualQuality)
        } else {
            return nil
        }
    }
}
