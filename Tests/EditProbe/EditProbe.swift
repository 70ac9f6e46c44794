// SPDX-License-Identifier: Apache-2.0
internal import Editing
internal import Faults
internal import Geometry
internal import Glibc
internal import Ink
internal import PDFModel
internal import Storage
internal import Workbench

/// Edits a file so that tests can kill it.
///
///     EditProbe edit FILE FIRST [SAVE-EVERY]   adds notes for ever, numbered from FIRST
///     EditProbe list FILE               recovers what was left and prints the numbers there are
///     EditProbe time FILE               prints the milliseconds of undo after a thousand commands,
///                                       and of ink, of the processor's time and by the clock
///
/// While it edits it prints a line for each thing that can be relied on: `edit N T` when the edit is
/// done, at T milliseconds of the monotonic clock, `kept N` when everything up to it is in the journal, `saved N` when it is in the file. The
/// journal is written 20 milliseconds after the last edit, and every 60 at least.
@main
struct EditProbe {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2 else { exit(64) }
        do throws(Fault) {
            switch words[0] {
            case "edit":
                try await edit(
                    words[1],
                    from: Int(words[2]) ?? 0,
                    savingEvery: words.count > 3 ? Int(words[3]) ?? 0 : 0
                )
            case "list": try await list(words[1])
            case "time": try await time(words[1])
            default: exit(64)
            }
        } catch {
            say(error.code.rawValue + " " + error.description)
            exit(error.code.exitStatus)
        }
    }

    private static let places: [JournalPlace] = [.besideFile]

    private static func edit(
        _ path: String,
        from first: Int,
        savingEvery: Int
    ) async throws(Fault) {
        let workbench = Workbench()
        let opened = try workbench.open(path)
        let left = try workbench.unsavedChanges(of: opened, in: places)
        let session = try await workbench.edit(
            opened,
            recovering: left.first,
            terms: EditSession.Terms(
                autosave: AutosavePolicy(
                    pause: .milliseconds(20),
                    longestWait: .milliseconds(60)
                )
            ),
            journalIn: places
        )
        // Editions count from where the session began.
        let start = await session.state.edition
        let watching = Task { await watch(session, start, first) }
        defer { watching.cancel() }
        var number = first
        while true {
            try await session.perform(.add([note(number)]))
            say("edit \(number) \(Int(Stopwatch().now.wall * 1e3))")
            if savingEvery > 0, number % savingEvery == 0 {
                try await session.save()
                say("saved \(number)")
            }
            // Now steadily, now with a pause that lets the journal be written.
            if number % 7 == 0 { try? await Task.sleep(for: .milliseconds(30)) }
            number += 1
        }
    }

    /// Tells what is kept; editions grow by one with each edit.
    private static func watch(_ session: EditSession, _ start: Int, _ first: Int) async {
        for await state in await session.states() where state.isSafe && state.edition > start {
            say("kept \(first + state.edition - start - 1)")
        }
    }

    private static func note(_ number: Int) -> Annotation {
        Annotation(
            id: "note\(number)",
            pageIndex: 0,
            kind: .rectangle,
            rect: Rect(x: Double(number % 300), y: 10, width: 20, height: 20),
            color: .red,
            contents: "\(number)"
        )
    }

    private static func list(_ path: String) async throws(Fault) {
        let workbench = Workbench()
        let opened = try workbench.open(path)
        var document = opened.document
        for left in try workbench.unsavedChanges(of: opened, in: places).prefix(1) {
            document = try left.document.get().document
        }
        let page = try PageTree(document).page(at: 0)
        for annotation in try document.annotations(of: page) { say(annotation.contents) }
    }

    private static func time(_ path: String) async throws(Fault) {
        let workbench = Workbench()
        let session = try await workbench.edit(try workbench.open(path), journalIn: [])
        for number in 0..<1000 { try await session.perform(.add([note(number)])) }
        let clock = Stopwatch()
        for rounds in [1, 20] {
            let start = clock.now
            for _ in 0..<rounds { try await session.undo() }
            tell("undo of the thousandth command", clock.now - start, rounds)
            for _ in 0..<rounds { try await session.redo() }
        }
        let stroke = handwriting(10_000)
        var (count, start) = (0, clock.now)
        for _ in 0..<20 { count += stroke.outline.elements.count }
        tell("outline of 10,000 points (\(count / 20) curves)", clock.now - start, 20)
        start = clock.now
        for _ in 0..<20 { count += stroke.thinned().points.count }
        tell("thinning of 10,000 points", clock.now - start, 20)
        start = clock.now
        var builder = StrokeBuilder(width: stroke.width)
        for point in stroke.points {
            builder.add(PenReading(position: point.position, pressure: point.pressure))
            count += builder.tail.elements.count
        }
        tell("live outline, for each point", clock.now - start, stroke.points.count)
    }

    /// Loops like those of a hand, without trigonometry: points that chase a point that jumps.
    private static func handwriting(_ count: Int) -> Stroke {
        var points: [StrokePoint] = []
        var (place, way) = (Point(x: 50, y: 50), Point(x: 1, y: 0))
        for index in 0..<count {
            let goal = Point(x: Double(index / 40) * 6 + 60, y: index / 20 % 2 == 0 ? 40 : 60)
            way = way * 0.93 + (goal - place) * 0.012
            place = place + way
            let pressure = Double(abs(index % 60 - 30)) / 60 + 0.25
            points.append(StrokePoint(x: place.x, y: place.y, pressure: pressure))
        }
        return Stroke(points: points, width: 2.5)
    }

    private static func tell(_ what: String, _ time: Stopwatch.Time, _ rounds: Int) {
        func milliseconds(_ value: Double) -> String { fixed(value * 1e3 / Double(rounds)) }
        say(
            "\(what): \(milliseconds(time.processor)) ms, by the clock \(milliseconds(time.wall)) ms"
        )
    }

    /// A number with four places.
    private static func fixed(_ value: Double) -> String {
        let whole = Int((value * 1e4).rounded())
        return "\(whole / 10000)." + String(String(whole % 10000 + 10000).dropFirst())
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}

/// Tells the processor's time that a process takes, which others on the machine do not add to.
private struct Stopwatch {
    /// Seconds.
    struct Time {
        var processor: Double
        var wall: Double

        static func - (a: Time, b: Time) -> Time {
            Time(processor: a.processor - b.processor, wall: a.wall - b.wall)
        }
    }

    var now: Time {
        Time(processor: seconds(CLOCK_PROCESS_CPUTIME_ID), wall: seconds(CLOCK_MONOTONIC))
    }

    private func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
