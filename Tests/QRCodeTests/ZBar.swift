// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// libzbar, which reads codes and was not written here; loaded when a test asks for it.
struct ZBar {
    private typealias Make = @convention(c) () -> OpaquePointer?
    private typealias Take = @convention(c) (OpaquePointer?) -> Void
    private typealias SetNumber = @convention(c) (OpaquePointer?, UInt) -> Void
    private typealias SetSize = @convention(c) (OpaquePointer?, UInt32, UInt32) -> Void
    private typealias SetData =
        @convention(c) (OpaquePointer?, UnsafeRawPointer?, UInt, OpaquePointer?) -> Void
    private typealias Configure = @convention(c) (OpaquePointer?, Int32, Int32, Int32) -> Int32
    private typealias Scan = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
    private typealias Find = @convention(c) (OpaquePointer?) -> OpaquePointer?
    private typealias Text = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

    /// What it reads in a grey picture; nil where it sees no code.
    static func read(_ pixels: [UInt8], width: Int) throws -> String? {
        let library = unsafe try #require(
            dlopen("libzbar.so.0", RTLD_NOW),
            "libzbar is missing: apt-get install libzbar0"
        )
        func function<Type>(_ name: String, _: Type.Type) throws -> Type {
            unsafe unsafeBitCast(try #require(dlsym(library, name)), to: Type.self)
        }
        let scanner = try unsafe function("zbar_image_scanner_create", Make.self)()
        defer {
            unsafe (try? function("zbar_image_scanner_destroy", Take.self))?(scanner)
        }
        // Every kind of code, and the option that switches it on.
        _ = try unsafe function("zbar_image_scanner_set_config", Configure.self)(scanner, 0, 0, 1)
        let image = try unsafe function("zbar_image_create", Make.self)()
        defer { unsafe (try? function("zbar_image_destroy", Take.self))?(image) }
        let greyscale = UInt(0x3030_3859)  // Y800
        try unsafe function("zbar_image_set_format", SetNumber.self)(image, greyscale)
        try unsafe function("zbar_image_set_size", SetSize.self)(
            unsafe image,
            UInt32(width),
            UInt32(pixels.count / width)
        )
        return try unsafe pixels.withUnsafeBytes { bytes in
            try unsafe function("zbar_image_set_data", SetData.self)(
                unsafe image,
                bytes.baseAddress,
                UInt(bytes.count),
                nil
            )
            guard try unsafe function("zbar_scan_image", Scan.self)(scanner, image) > 0 else {
                return nil
            }
            let symbol = try unsafe function("zbar_image_first_symbol", Find.self)(image)
            let text = try unsafe function("zbar_symbol_get_data", Text.self)(symbol)
            return unsafe text.map { unsafe String(cString: $0) }
        }
    }
}
