// SPDX-License-Identifier: Apache-2.0

/// Pixels of eight bits per channel, rows from the top without padding.
public struct RasterImage: Sendable, Hashable {
    /// Pixels in a row.
    public let widthPixels: Int
    /// Rows.
    public let heightPixels: Int
    /// 1 grey, 3 RGB, 4 RGB and alpha (colours not multiplied with it).
    public let channels: Int
    /// Width × height × channels bytes.
    public let bytes: [UInt8]

    /// Makes a raster; `nil` when the bytes are not exactly what the sizes ask for.
    public init?(widthPixels: Int, heightPixels: Int, channels: Int, bytes: [UInt8]) {
        guard widthPixels > 0, heightPixels > 0, [1, 3, 4].contains(channels) else { return nil }
        let (pixels, overflow) = widthPixels.multipliedReportingOverflow(by: heightPixels)
        guard !overflow, pixels <= bytes.count, pixels * channels == bytes.count else { return nil }
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
        self.channels = channels
        self.bytes = bytes
    }

    /// For makers inside this module that have just laid out the bytes themselves.
    init(checkedWidth width: Int, height: Int, channels: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * channels)
        widthPixels = width
        heightPixels = height
        self.channels = channels
        self.bytes = bytes
    }

    /// The same pixels as RGB, laid on white where they are transparent.
    public func onWhite() -> RasterImage {
        if channels == 3 { return self }
        var rgb: [UInt8] = []
        rgb.reserveCapacity(widthPixels * heightPixels * 3)
        for start in stride(from: 0, to: bytes.count, by: channels) {
            if channels == 1 {
                rgb.append(bytes[start])
                rgb.append(bytes[start])
                rgb.append(bytes[start])
            } else {
                let alpha = Int(bytes[start + 3])
                for channel in 0..<3 {
                    let mixed = Int(bytes[start + channel]) * alpha + 255 * (255 - alpha)
                    rgb.append(UInt8((mixed + 127) / 255))
                }
            }
        }
        return RasterImage(
            checkedWidth: widthPixels,
            height: heightPixels,
            channels: 3,
            bytes: rgb
        )
    }
}
