// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// Pictures of a page that are looked at; a scan has one, or one for each strip.
    private static var picturesLookedAt: Int { 8 }

    /// Whether all that a page can place is plain JPEG pictures (ISO 32000-2, 8.9.5 and 7.4.8):
    /// grey or RGB as the device has it, nothing masked and nothing inverted.
    ///
    /// Such a page may be shown small without its pictures being decoded in full. What it does
    /// place, and whether something else is drawn, its content alone tells.
    ///
    /// - Parameter page: the page.
    /// - Returns: false for a page without pictures.
    /// - Throws: `readFailed`.
    public func placesPlainJPEGsOnly(_ page: Page) throws(Fault) -> Bool {
        let resources = try resolve(page.attribute("Resources")).dictionary
        let named = try resolve(resources?["XObject"]).dictionary
        guard let named, !named.isEmpty, named.count <= Self.picturesLookedAt else { return false }
        for entry in named.entries {
            guard let stream = try resolve(entry.value).stream, try isPlainJPEG(stream.dictionary)
            else {
                return false
            }
        }
        return true
    }

    private func isPlainJPEG(_ picture: COSDictionary) throws(Fault) -> Bool {
        guard try resolve(picture["Subtype"]).name == "Image" else { return false }
        for key in ["SMask", "Mask", "Decode", "ImageMask", "SMaskInData", "DecodeParms", "OC"] {
            if picture[COSName(key)] != nil { return false }
        }
        let filter = try resolve(picture["Filter"])
        let only = if let chain = filter.array, chain.count == 1 { chain[0] } else { filter }
        guard try resolve(only).name == "DCTDecode" else { return false }
        let space = try resolve(picture["ColorSpace"]).name
        return space == "DeviceGray" || space == "DeviceRGB"
    }
}
