// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Testing

@testable import CommandLineTool

@Suite struct LengthTests {
    static let lengths: [(String, Double)] = [
        ("12", 12), ("12.5", 12.5), ("-3", -3), ("+3", 3), (".5", 0.5), ("0", 0), ("12pt", 12),
        ("25.4mm", 72), ("2.54cm", 72), ("1in", 72), ("12.5mm", 12.5 * 72 / 25.4),
        ("2 cm", 144 / 2.54),
        (" 7 ", 7), ("-1in", -72),
    ]

    @Test(arguments: lengths)
    func aLengthIsRead(text: String, points: Double) throws {
        #expect(abs(try Lengths.parse(text, of: "--margin") - points) < 1e-12)
    }

    @Test(arguments: [
        "", "mm", "auto", "x", "1,5", "1e3", "0x10", "nan", "inf", "infinity", "1m", "1mmm",
        "12 inches", "--1", "1-1", String(repeating: "9", count: 400), "١",
    ])
    func whatIsNoLengthIsAUsageFault(text: String) {
        let message =
            "--margin has \"\(text)\" where a length belongs. Write points as in 12, or a unit as "
            + "in 12.5mm, 2cm or 1in."
        #expect(throws: Fault(.usage, message)) { try Lengths.parse(text, of: "--margin") }
    }

    @Test func anExtentIsMoreThanNothing() {
        for text in ["0", "-1mm"] {
            let message =
                "--size has the size \"\(text)\"; widths and heights must be more than 0."
            #expect(throws: Fault(.usage, message)) { try Lengths.parseExtent(text, of: "--size") }
        }
    }

    @Test(arguments: [
        ("10,20,30,40", Rect(x: 10, y: 20, width: 30, height: 40)),
        ("-10,1in,30,auto", Rect(x: -10, y: 72, width: 30, height: 15)),
        ("0,0,auto,30", Rect(x: 0, y: 0, width: 60, height: 30)),
    ])
    func aRectKeepsTheAspectWhereItIsAuto(text: String, rect: Rect) throws {
        let argument = try RectArgument(text, of: "--rect")
        #expect(argument.rect(for: Size(width: 200, height: 100)) == rect)
    }

    @Test func aMarkWithoutAreaIsTakenAsSquare() throws {
        let argument = try SizeArgument("auto,30", of: "--size")
        for mark in [Size(width: 0, height: 5), Size(width: .infinity, height: 1)] {
            #expect(argument.size(for: mark) == Size(width: 30, height: 30))
        }
    }

    @Test(arguments: [
        (
            "1,2,3",
            "--rect takes X,Y,W,H: 4 lengths with commas between, not \"1,2,3\"."
        ),
        ("1,2,auto,auto", "--rect has auto for both width and height; give one of them."),
        ("1,2,0,auto", "--rect has the size \"0\"; widths and heights must be more than 0."),
        (
            "auto,2,3,4",
            "--rect has \"auto\" where a length belongs. Write points as in 12, or a unit as in "
                + "12.5mm, 2cm or 1in."
        ),
    ])
    func aWrongRectSaysWhatIsWrong(text: String, message: String) {
        #expect(throws: Fault(.usage, message)) { try RectArgument(text, of: "--rect") }
    }
}
