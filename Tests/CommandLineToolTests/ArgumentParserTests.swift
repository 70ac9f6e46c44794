// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Testing
import Workbench

@testable import CommandLineTool

@Suite struct ArgumentParserTests {
    func arguments(_ line: String) throws(Fault) -> Arguments {
        let words = line.split(separator: " ").map(String.init)
        guard case .run(_, let arguments) = try ExampleVerbs.parser.parse(words) else {
            throw Fault(.internal, "not a call that runs")
        }
        return arguments
    }

    @Test func everyKindOfOptionIsRead() throws {
        let arguments = try arguments(
            "place a.pdf --rect=1,2,3,auto --pages odd b.pdf --force --offset -3,4.5mm --fit "
                + "stretch --allow copy --allow=print=low -o - -- --c.pdf"
        )
        #expect(arguments.verb == "place")
        #expect(arguments.operands == ["a.pdf", "b.pdf", "--c.pdf"])
        #expect(arguments[.rect] == "1,2,3,auto")
        #expect(try arguments.pages(.pages)?.indexes(pageCount: 3) == [0, 2])
        #expect(try arguments.offset(.offset) == Point(x: -3, y: 4.5 * 72 / 25.4))
        #expect(arguments.has(.force) && !arguments.has(.inPlace) && !arguments.has(.json))
        #expect(arguments[.fit] == "stretch")
        #expect(arguments.all(.allow) == ["copy", "print=low"])
        #expect(arguments[.output] == "-")
        #expect(arguments[.progress] == nil && arguments.all(.progress).isEmpty)
    }

    @Test func aliasesAreOneOption() throws {
        #expect(try arguments("place a --rect 1 --page 2")[.pages] == "2")
        #expect(try arguments("place a --rect 1 --output=x")[.output] == "x")
        #expect(try arguments("place - --rect 1").operands == ["-"])
    }

    @Test(arguments: [
        ("palce a.pdf", "There is no verb \"palce\". Did you mean place?"),
        ("frobnicate", "There is no verb \"frobnicate\". See inkstone --help."),
        ("help cuont", "There is no verb \"cuont\". Did you mean count?"),
        (
            "--json place a",
            "The verb comes first: inkstone VERB …, not --json. See inkstone --help."
        ),
        ("place a --pgae 1", "place has no option --pgae. Did you mean --page?"),
        ("place a --rct=1", "place has no option --rct. Did you mean --rect?"),
        ("place a --colour red", "place has no option --colour. See inkstone place --help."),
        ("place a -3,4", "place has no option -3,4. See inkstone place --help."),
        ("place a --rect", "--rect needs a value: --rect X,Y,W,H."),
        ("place a --rect --force", "--rect needs a value: --rect X,Y,W,H."),
        ("place a --rect -o x", "--rect needs a value: --rect X,Y,W,H."),
        ("place a --force=yes", "--force takes no value."),
        ("place a --page 1 --pages 2", "--page is given twice; it can have one value only."),
        ("place a --rect 1 --fit wide", "--fit is one of inside, stretch, not \"wide\"."),
        ("place --rect 1", "place needs a FILE. See inkstone place --help."),
        ("place a", "place needs --rect X,Y,W,H. See inkstone place --help."),
        (
            "count a b",
            "\"b\" is one argument too many for count. See inkstone count --help."
        ),
    ])
    func aWrongCallSaysWhatToDo(line: String, message: String) {
        #expect(throws: Fault(.usage, message)) { try arguments(line) }
    }

    @Test(arguments: [
        "", "--help", "-h", "help", "help place", "place --help", "place a --rect -h",
    ])
    func helpIsAskedForInManyWays(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        guard case .help(let verb) = try ExampleVerbs.parser.parse(words) else {
            Issue.record("no help")
            return
        }
        #expect(verb?.name == (line.contains("place") ? "place" : nil))
    }

    @Test func theVersionIsAskedFor() throws {
        guard case .version = try ExampleVerbs.parser.parse(["--version"]) else {
            Issue.record("no version")
            return
        }
    }

    @Test func jsonIsKnownEvenInAWrongCall() {
        #expect(ArgumentParser.wantsJSON(["plaec", "--json"]))
        #expect(!ArgumentParser.wantsJSON(["place", "--", "--json"]))
    }

    @Test func anEmptyValueIsAValue() throws {
        guard
            case .run(_, let arguments) = try ExampleVerbs.parser.parse([
                "place", "", "--rect=", "--allow", "",
            ])
        else { return }
        #expect(arguments.operands == [""])
        #expect(arguments[.rect] == "")
        #expect(arguments.all(.allow) == [""])
    }

    @Test func numbersKeepToTheirRange() throws {
        let half = try arguments("place a --rect 0.5")
        #expect(try half.number(.rect, in: 0...1) == 0.5)
        #expect(try half.number(.offset, in: 0...1) == nil)
        #expect(
            throws: Fault(.usage, "--rect is a whole number from 1 up, not \"0.5\".")
        ) { try half.integer(.rect, in: 1...Int.max) }
        let far = try arguments("place a --rect 7")
        #expect(throws: Fault(.usage, "--rect is a number from 0 to 1, not \"7\".")) {
            try far.number(.rect, in: 0...1)
        }
        #expect(throws: Fault(.usage, "--rect is a whole number from 1 to 6, not \"7\".")) {
            try far.integer(.rect, in: 1...6)
        }
        #expect(try far.integer(.rect, in: 1...7) == 7)
    }

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("abc", "acb", 1), ("ca", "abc", 3),
        ("kitten", "sitting", 3), ("--page", "--pgae", 1),
    ])
    func theDistanceOfWordsCountsSlips(left: String, right: String, distance: Int) {
        #expect(ArgumentSuggestion.distance(Array(left.utf8), Array(right.utf8)) == distance)
        #expect(ArgumentSuggestion.distance(Array(right.utf8), Array(left.utf8)) == distance)
    }
}
