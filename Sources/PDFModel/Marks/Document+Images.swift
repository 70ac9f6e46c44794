// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Imaging
internal import PDFSyntax

extension Document {
    /// Adds an image XObject with its soft mask (ISO 32000-2, 8.9.5, 11.6.5.2).
    mutating func addImage(_ packed: PackedImage) throws(Fault) -> ObjectID {
        let image = packed.image
        var dictionary: COSDictionary = [
            "Type": .name("XObject"), "Subtype": .name("Image"),
            "Width": .integer(image.widthPixels), "Height": .integer(image.heightPixels),
        ]
        dictionary["ColorSpace"] = try colourSpace(image.colour)
        dictionary["BitsPerComponent"] = .integer(image.bitsPerComponent)
        if image.decodeInverted {
            let pairs = Array(
                repeating: [COSObject.integer(1), .integer(0)],
                count: image.colour.samplesPerPixel
            )
            dictionary["Decode"] = .array(Array(pairs.joined()))
        }
        if let alpha = packed.alpha {
            let mask = COSStream.deflated(
                [
                    "Type": .name("XObject"), "Subtype": .name("Image"),
                    "Width": .integer(image.widthPixels), "Height": .integer(image.heightPixels),
                    "ColorSpace": .name("DeviceGray"), "BitsPerComponent": .integer(8),
                ],
                alpha
            )
            dictionary["SMask"] = .reference(try add(.stream(mask)))
        }
        switch packed.samples {
        case .deflated(let samples):
            return try add(.stream(.deflated(dictionary, samples)))
        case .jpeg(let bytes, let transform):
            dictionary["Filter"] = .name("DCTDecode")
            if let transform {
                dictionary["DecodeParms"] = .dictionary(["ColorTransform": .integer(transform)])
            }
            return try add(.stream(COSStream(dictionary, data: bytes)))
        case .pngFlate(let bytes):
            dictionary["Filter"] = .name("FlateDecode")
            dictionary["DecodeParms"] = .dictionary([
                "Predictor": .integer(15), "Colors": .integer(image.colour.samplesPerPixel),
                "BitsPerComponent": .integer(image.bitsPerComponent),
                "Columns": .integer(image.widthPixels),
            ])
            return try add(.stream(COSStream(dictionary, data: bytes)))
        }
    }
}
