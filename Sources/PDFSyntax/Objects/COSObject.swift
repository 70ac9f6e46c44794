// SPDX-License-Identifier: Apache-2.0

/// Any object of a PDF file (ISO 32000-2, 7.3).
public enum COSObject: Sendable, Hashable {
    /// 7.3.9
    case null
    /// 7.3.2
    case boolean(Bool)
    /// 7.3.3
    case integer(Int)
    /// 7.3.3
    case real(Double)
    /// 7.3.4, the escapes undone
    case string([UInt8])
    /// 7.3.5
    case name(COSName)
    /// 7.3.6
    case array([COSObject])
    /// 7.3.7
    case dictionary(COSDictionary)
    /// 7.3.8
    ///
    /// Apart, since it is large and rare: all objects would have its size.
    indirect case stream(COSStream)
    /// 7.3.10
    case reference(ObjectID)
}

extension COSObject {
    /// The integer, also of a real without a fraction, as readers take it.
    public var integer: Int? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int(exactly: value.rounded(.towardZero))
        default: nil
        }
    }

    /// The number.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The truth value.
    public var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The bytes of a string.
    public var string: [UInt8]? {
        if case .string(let bytes) = self { bytes } else { nil }
    }

    /// The name.
    public var name: COSName? {
        if case .name(let name) = self { name } else { nil }
    }

    /// The elements of an array.
    public var array: [COSObject]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The dictionary, also that of a stream.
    public var dictionary: COSDictionary? {
        switch self {
        case .dictionary(let dictionary): dictionary
        case .stream(let stream): stream.dictionary
        default: nil
        }
    }

    /// The stream.
    public var stream: COSStream? {
        if case .stream(let stream) = self { stream } else { nil }
    }

    /// The object that a reference names.
    public var reference: ObjectID? {
        if case .reference(let id) = self { id } else { nil }
    }
}
