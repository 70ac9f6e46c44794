// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON

/// Faults and diagnostics as a person or a machine reads them on standard error.
enum ErrorOutput {
    /// One line: `inkstone: error: sentence (place): cause`, or the same as JSON.
    static func line(_ fault: Fault, asJSON: Bool) -> String {
        asJSON ? json(fault).serialised() + "\n" : harmless("inkstone: error: \(fault)") + "\n"
    }

    /// One line: `inkstone: repaired: sentence (place)`.
    static func line(_ diagnostic: Diagnostic) -> String {
        harmless("inkstone: \(diagnostic)") + "\n"
    }

    /// More lines would bury what was done; `check` tells everything.
    private static let diagnosticsShown = 10

    /// What was tolerated or lost in a file, a line each, on standard error; remarks are left to
    /// `info` and `check`.
    static func write(_ diagnostics: [Diagnostic], of file: String) throws(Fault) {
        let told = diagnostics.filter { $0.severity != .note }
        var text = ""
        for diagnostic in told.prefix(diagnosticsShown) {
            var diagnostic = diagnostic
            diagnostic.place.file = diagnostic.place.file ?? file
            text += line(diagnostic)
        }
        if told.count > diagnosticsShown {
            let rest = told.count - diagnosticsShown
            text += harmless("inkstone: and \(rest) more; inkstone check \(file) tells all") + "\n"
        }
        if !text.isEmpty { try Output.error.write(text) }
    }

    /// `{"error":{"code","message","place"}}`, with the cause where one is known.
    static func json(_ fault: Fault) -> JSONValue {
        var error: JSONValue = [
            "code": JSONValue(fault.code.rawValue), "message": JSONValue(fault.message),
            "place": json(fault.place),
        ]
        if let cause = fault.cause { error["cause"] = JSONValue(cause) }
        return ["error": error]
    }

    /// `{"severity","message","place"}`.
    static func json(_ diagnostic: Diagnostic) -> JSONValue {
        [
            "severity": JSONValue(diagnostic.severity.rawValue),
            "message": JSONValue(diagnostic.message), "place": json(diagnostic.place),
        ]
    }

    /// What is known of `file`, `page` (counted from 1), `object` and `byteOffset`.
    static func json(_ place: Place) -> JSONValue {
        var value: JSONValue = [:]
        if let file = place.file { value["file"] = JSONValue(file) }
        if let pageIndex = place.pageIndex { value["page"] = JSONValue(pageIndex + 1) }
        if let object = place.object { value["object"] = JSONValue(object) }
        if let byteOffset = place.byteOffset { value["byteOffset"] = JSONValue(byteOffset) }
        return value
    }

    /// The text with control characters written out, so that a file's name or a word from a file
    /// can neither command the terminal nor start a line.
    static func harmless(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
