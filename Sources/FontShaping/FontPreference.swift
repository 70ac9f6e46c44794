// SPDX-License-Identifier: Apache-2.0
internal import CICU
internal import Typesetting

/// Which families are looked at first; after them comes every other font.
struct FontPreference: Hashable {
    var style: LetterStyle
    var script: Script
    var region: Region

    /// Ideographs are drawn otherwise in each of these.
    enum Region: String, Hashable {
        case china = "SC"
        case japan = "JP"
        case korea = "KR"

        /// The region that other characters of a text tell of.
        init(of text: String) {
            var isKorean = false
            for scalar in text.unicodeScalars {
                switch scalar.value {
                case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D:
                    self = .japan
                    return
                case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xAC00...0xD7FB:
                    isKorean = true
                default: break
                }
            }
            self = isKorean ? .korea : .china
        }

        /// BCP 47.
        var language: String {
            switch self {
            case .china: "zh-Hans"
            case .japan: "ja"
            case .korea: "ko"
            }
        }
    }

    /// In order.
    var families: [String] {
        if script.isShared { return western + ideographic + symbols }
        switch script.tag {
        case "Latn", "Grek", "Cyrl": return western
        case "Hani", "Hira", "Kana", "Hang", "Bopo": return ideographic + western
        case "Arab" where style == .serif:
            return ["Noto Naskh Arabic", "Noto Sans Arabic"] + western
        default:
            let (sans, serif) = ("Noto Sans \(script.name)", "Noto Serif \(script.name)")
            return (style == .serif ? [serif, sans] : [sans, serif]) + western
        }
    }

    private var western: [String] {
        switch style {
        case .sans: ["Liberation Sans", "Noto Sans", "DejaVu Sans"]
        case .serif: ["Liberation Serif", "Noto Serif", "DejaVu Serif"]
        case .monospaced: ["Liberation Mono", "Noto Sans Mono", "DejaVu Sans Mono"]
        }
    }

    private var ideographic: [String] {
        let (sans, serif) = (
            "Noto Sans CJK \(region.rawValue)", "Noto Serif CJK \(region.rawValue)"
        )
        switch style {
        case .sans: return [sans, serif]
        case .serif: return [serif, sans]
        case .monospaced: return ["Noto Sans Mono CJK \(region.rawValue)", sans]
        }
    }

    private var symbols: [String] {
        ["Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math", "DejaVu Sans"]
    }
}

/// A script (Unicode Standard Annex 24).
struct Script: Hashable {
    /// ICU's number.
    let number: Int32

    /// That of any script's characters.
    static let shared = Script(number: 0)

    /// Makes a script of ICU's number.
    init(number: Int32) { self.number = number }

    /// The script of a character.
    init(of scalar: Unicode.Scalar) { number = icu_script(scalar.value) }

    /// Whether characters of any script may use it.
    var isShared: Bool { icu_script_is_shared(number) != 0 }

    /// The four letters of ISO 15924.
    var tag: String { unsafe Self.string(icu_script_tag(number)) ?? "Zyyy" }

    /// The English name.
    var name: String {
        (unsafe Self.string(icu_script_name(number)) ?? "").replacing("_", with: " ")
    }

    private static func string(_ text: UnsafePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }
}
