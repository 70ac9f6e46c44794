// SPDX-License-Identifier: Apache-2.0

/// The one error type: what went wrong, how to remedy it, where, and why.
public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The row of the table.
    public var code: FaultCode
    /// A sentence for a person, with a remedy where there is one.
    public var message: String
    /// Where it happened.
    public var place: Place
    /// What lay below, such as the system's own word ("No space left on device").
    public var cause: String?

    /// Makes a fault.
    public init(
        _ code: FaultCode,
        _ message: String,
        at place: Place = Place(),
        cause: String? = nil
    ) {
        self.code = code
        self.message = message
        self.place = place
        self.cause = cause
    }

    /// The same fault, with the file's name filled in where none is known.
    public func inFile(_ path: String) -> Fault {
        var fault = self
        if fault.place.file == nil { fault.place.file = path }
        return fault
    }

    /// Message, place and cause on one line.
    public var description: String {
        var text = message
        if !place.isEmpty { text += " (\(place))" }
        if let cause { text += ": \(cause)" }
        return text
    }
}

/// Something wrong that was tolerated or repaired.
///
/// Diagnostics are values, never log lines.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// How much it matters.
    public enum Severity: String, Sendable {
        /// Strange, and harmless.
        case note
        /// Wrong, and repaired or passed over.
        case repaired
        /// Wrong, and something of the file could not be had.
        case lost
    }

    /// How much it matters.
    public var severity: Severity
    /// A sentence for a person.
    public var message: String
    /// Where it is.
    public var place: Place

    /// Makes a diagnostic.
    public init(_ severity: Severity, _ message: String, at place: Place = Place()) {
        self.severity = severity
        self.message = message
        self.place = place
    }

    /// Severity, message and place on one line.
    public var description: String {
        "\(severity.rawValue): \(message)" + (place.isEmpty ? "" : " (\(place))")
    }
}
