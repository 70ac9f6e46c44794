// SPDX-License-Identifier: Apache-2.0
public import Geometry
internal import PDFSyntax

/// An empty page that is to be inserted.
public enum BlankPage: Sendable, Hashable {
    /// In points.
    case size(Size)
    /// Like the page before which it comes, or the last one at the end.
    case likeNeighbour

    /// 210 by 297 mm.
    public static let a4 = BlankPage.size(Size(width: 210 * 72 / 25.4, height: 297 * 72 / 25.4))
    /// 8.5 by 11 in.
    public static let letter = BlankPage.size(Size(width: 612, height: 792))

    /// Boxes and rotation of an empty page (ISO 32000-2, table 31).
    func dictionary(neighbour: Page?) -> COSDictionary {
        var page: COSDictionary = ["Type": .name("Page"), "Resources": .dictionary([:])]
        switch self {
        case .size(let size):
            page["MediaBox"] = Rect(x: 0, y: 0, width: size.width, height: size.height).cosArray
        case .likeNeighbour:
            for key in ["MediaBox", "CropBox", "Rotate"] as [COSName] {
                page[key] = neighbour?.attribute(key)
            }
            page["UserUnit"] = neighbour?.dictionary["UserUnit"]
        }
        return page
    }
}
