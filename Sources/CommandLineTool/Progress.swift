// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Operations
internal import Synchronization

extension OperationProgress {
    /// `{"progress":{"kind","stage","done","of"}}`, without `of` where nobody knows.
    var json: JSONValue {
        var progress: JSONValue = [
            "kind": JSONValue(kind.rawValue), "stage": JSONValue(stage.rawValue),
            "done": JSONValue(done),
        ]
        if let of { progress["of"] = JSONValue(of) }
        return ["progress": progress]
    }
}

/// Decides what of a task's progress is shown, and when; it keeps no clock and writes nothing.
struct ProgressStateMachine: Sendable {
    /// How progress is shown.
    enum Style: Sendable {
        /// Not at all.
        case none
        /// A bar that is drawn over and over, and taken away at the end; for a terminal.
        case bar
        /// A line of JSON each; for machines.
        case json
    }

    /// Shorter work shows no bar.
    static let patience = Duration.milliseconds(500)
    /// At least this long between two drawings or lines of one stage.
    static let pause = Duration.milliseconds(100)
    private static let cells = 30
    private static let clearLine = "\r\u{1B}[K"

    private let style: Style
    private var shown: (report: OperationProgress, time: Duration)?

    /// Starts with nothing shown.
    init(style: Style) {
        self.style = style
    }

    /// Takes a report, at a time since the start of the work; returns what to write, if anything.
    mutating func report(_ report: OperationProgress, at time: Duration) -> String? {
        switch style {
        case .none: return nil
        case .bar: if time < Self.patience { return nil }
        case .json: break
        }
        if let shown, shown.report == report { return nil }
        let isNews = shown?.report.stage != report.stage || report.done == report.of
        if let shown, !isNews, time - shown.time < Self.pause { return nil }
        shown = (report, time)
        return style == .json ? report.json.serialised() + "\n" : Self.bar(report)
    }

    /// The work has ended, well or not; returns what to write, if anything.
    mutating func finish() -> String? {
        defer { shown = nil }
        return style == .bar && shown != nil ? Self.clearLine : nil
    }

    private static func bar(_ report: OperationProgress) -> String {
        guard let of = report.of, of > 0 else {
            return clearLine + "\(report.stage.rawValue) … \(report.done)"
        }
        let fraction = min(max(Double(report.done) / Double(of), 0), 1)
        let full = Int(fraction * Double(cells))
        let bar =
            String(repeating: "#", count: full) + String(repeating: "-", count: cells - full)
        return clearLine + "\(report.stage.rawValue) [\(bar)] \(report.done) of \(of)"
    }
}

/// Shows progress on standard error; may be called from any thread.
final class ProgressDisplay: Sendable {
    private let state: Mutex<ProgressStateMachine>
    private let now: @Sendable () -> Duration
    private let write: @Sendable (String) -> Void

    /// Shows progress the way the arguments ask for.
    convenience init(_ arguments: Arguments) {
        let style: ProgressStateMachine.Style =
            switch arguments[.progress] {
            case "json": .json
            case "none": .none
            default: Output.errorIsTerminal && !arguments.has(.json) ? .bar : .none
            }
        let start = ContinuousClock.now
        self.init(
            style: style,
            now: { ContinuousClock.now - start },
            // A bar that cannot be drawn is no reason to give up the work.
            write: { text in _ = try? Output.error.write(text) }
        )
    }

    /// Shows progress with a clock and a place to write to; tests own both.
    init(
        style: ProgressStateMachine.Style,
        now: @escaping @Sendable () -> Duration,
        write: @escaping @Sendable (String) -> Void
    ) {
        state = Mutex(ProgressStateMachine(style: style))
        self.now = now
        self.write = write
    }

    /// A task that this display shows and Ctrl-C stops.
    func operation(_ kind: OperationProgress.Kind) -> Operation {
        Operation(kind, isStopped: { Interruption.isRequested }, report: { self.report($0) })
    }

    /// Takes a report.
    func report(_ report: OperationProgress) {
        state.withLock { state in
            if let text = state.report(report, at: now()) { write(text) }
        }
    }

    /// Takes the bar away; to be called before anything else is written to the terminal.
    func finish() {
        state.withLock { state in
            if let text = state.finish() { write(text) }
        }
    }
}
