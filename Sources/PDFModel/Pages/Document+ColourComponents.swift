// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

extension Document {
    /// How many components a colour has in a space that the page's resources name, which is
    /// needed for the length of an inline image without a filter (ISO 32000-2, 8.9.7); `nil`
    /// when it cannot be told.
    func colourComponents(_ name: ArraySlice<UInt8>, on page: Page) -> Int? {
        guard let resources = try? resolve(page.attribute("Resources")).dictionary,
            let spaces = try? value("ColorSpace", in: resources).dictionary,
            let space = try? value(COSName(bytes: name), in: spaces)
        else { return nil }
        return try? components(of: space)
    }

    /// 8.6, table 61.
    private func components(of space: COSObject) throws(Fault) -> Int? {
        let family: COSName?
        let parameters = space.array ?? []
        if let name = space.name {
            family = name
        } else {
            family = try resolve(parameters.first).name
        }
        switch family {
        case "DeviceGray", "G", "CalGray", "Indexed", "I", "Separation": return 1
        case "DeviceRGB", "RGB", "CalRGB", "Lab": return 3
        case "DeviceCMYK", "CMYK": return 4
        case "ICCBased":
            guard parameters.count > 1, let profile = try resolve(parameters[1]).dictionary else {
                return nil
            }
            return try value("N", in: profile).integer
        case "DeviceN":
            return parameters.count > 1 ? try resolve(parameters[1]).array?.count : nil
        default: return nil
        }
    }
}
