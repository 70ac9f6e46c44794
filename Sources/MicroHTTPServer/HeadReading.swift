// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTP
internal import WebExchange

/// Reads what the library knows of a request.
enum HeadReading {
    /// All fields in their order, values unchanged.
    ///
    /// RFC 9110 allows any byte above 127 in them
    /// (5.5); what is no UTF-8 is taken for Latin-1.
    static func fields(of handle: ConnectionHandle) -> WebFields {
        var fields = WebFields()
        unsafe withUnsafeMutablePointer(to: &fields) { pointer in
            _ = unsafe MHD_get_connection_values_n(
                handle.pointer,
                .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    guard let fields = unsafe context?.assumingMemoryBound(to: WebFields.self)
                    else { return .NO }
                    unsafe fields.pointee.add(
                        text(name, nameCount),
                        text(value, valueCount)
                    )
                    return .YES
                },
                pointer
            )
        }
        return fields
    }
}

private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let start = unsafe start else { return "" }
    var bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)[...]
    // White space at the end is no part of a value; the library leaves it there.
    while let last = unsafe bytes.last, last == 0x20 || last == 0x09 {
        unsafe bytes = bytes.dropLast()
    }
    if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
    return unsafe bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
}
