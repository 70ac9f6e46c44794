// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import Workbench

/// What one call gave: options with their values, and the arguments without a name.
struct Arguments: Sendable, Hashable {
    /// The verb's name.
    var verb: String
    /// The arguments without a name, in order: mostly files.
    var operands: [String] = []
    private struct Given: Sendable, Hashable {
        /// The option's first name.
        var name: String
        /// A flag has one empty value.
        var values: [String]
    }
    /// In the order in which they were first given.
    ///
    /// A call has a few, for which a dictionary costs more time to come into being than it saves.
    private var given: [Given] = []

    /// Makes the arguments of a call that gave none.
    init(verb: String) {
        self.verb = verb
    }

    /// Whether the option was given.
    func has(_ option: ArgumentOption) -> Bool {
        given.contains { $0.name == option.name }
    }

    /// The value of an option, or nil where it was not given.
    subscript(option: ArgumentOption) -> String? {
        all(option).last
    }

    /// All values of an option that may be repeated, in order.
    func all(_ option: ArgumentOption) -> [String] {
        given.first { $0.name == option.name }?.values ?? []
    }

    /// Notes that an option was given.
    mutating func add(_ value: String, to option: ArgumentOption) {
        if let index = given.firstIndex(where: { $0.name == option.name }) {
            given[index].values.append(value)
        } else {
            given.append(Given(name: option.name, values: [value]))
        }
    }
}

/// Values with a meaning; each is nil where the option was not given, and a `usage` fault that
/// names the option where it makes no sense.
extension Arguments {
    /// The pages an option names.
    func pages(_ option: ArgumentOption) throws(Fault) -> PageList? {
        guard let text = self[option] else { return nil }
        return try PageList.parse(text)
    }

    /// A length in points.
    func length(_ option: ArgumentOption) throws(Fault) -> Double? {
        guard let text = self[option] else { return nil }
        return try Lengths.parse(text, of: option.name)
    }

    /// A length in points, more than 0.
    func extent(_ option: ArgumentOption) throws(Fault) -> Double? {
        guard let text = self[option] else { return nil }
        return try Lengths.parseExtent(text, of: option.name)
    }

    /// A rectangle `X,Y,W,H`.
    func rect(_ option: ArgumentOption) throws(Fault) -> RectArgument? {
        guard let text = self[option] else { return nil }
        return try RectArgument(text, of: option.name)
    }

    /// A size `W,H`.
    func size(_ option: ArgumentOption) throws(Fault) -> SizeArgument? {
        guard let text = self[option] else { return nil }
        return try SizeArgument(text, of: option.name)
    }

    /// A way to go `DX,DY`, in points; either may be negative.
    func offset(_ option: ArgumentOption) throws(Fault) -> Point? {
        guard let text = self[option] else { return nil }
        let lengths = try Lengths.parseList(text, "DX,DY", of: option.name)
        return Point(x: lengths[0], y: lengths[1])
    }

    /// A plain number within a range.
    func number(
        _ option: ArgumentOption,
        in range: ClosedRange<Double>
    ) throws(Fault) -> Double? {
        guard let text = self[option] else { return nil }
        guard let number = Lengths.plainNumber(text), range.contains(number) else {
            throw Fault(
                .usage,
                "\(option.name) is a number from \(brief(range.lowerBound)) to "
                    + "\(brief(range.upperBound)), not \"\(text)\"."
            )
        }
        return number
    }

    /// A whole number within a range.
    func integer(_ option: ArgumentOption, in range: ClosedRange<Int>) throws(Fault) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let span =
                range.upperBound == .max
                ? "from \(range.lowerBound) up" : "from \(range.lowerBound) to \(range.upperBound)"
            throw Fault(.usage, "\(option.name) is a whole number \(span), not \"\(text)\".")
        }
        return number
    }

    private func brief(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? number.description
    }
}
