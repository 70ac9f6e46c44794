// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CommandLineTool

@Suite struct HelpTests {
    @Test func theHelpOfAVerbIsMadeFromItsDeclaration() {
        #expect(
            Help.page(for: ExampleVerbs.place) == """
                inkstone place: places a picture on a page (this is no digital signature)

                Usage: inkstone place FILE… --rect X,Y,W,H [options]

                Lengths are points, or have mm, cm or in behind them.

                Options:
                  --rect X,Y,W,H        Where on the page, from its top left corner; W or H may
                                        be auto.
                  --page, --pages P     The pages: 1 or 1,3,5-8 or 2-last, or all, odd, even,
                                        last.
                  --offset DX,DY        How far to move.
                  --fit inside|stretch  How it fills.
                  --allow WHAT          What is allowed.
                  -o, --output OUT      Write the result here: a file, a folder for several
                                        files, or - for standard output.
                  --in-place            Put the result in the place of the file, in one step.
                  --force               Replace what is there, and go ahead where a refusal says
                                        that it can.
                  --json                Write the result, and errors too, as JSON for machines.
                  --progress json|none  Write progress as lines of JSON on standard error, or
                                        none; otherwise a terminal shows a bar when work takes
                                        over half a second.
                  --help, -h            Show this help.

                Examples:
                  Place it once:
                    inkstone place contract.pdf --rect 10,10,50mm,auto -o signed.pdf

                """
        )
    }

    @Test func theOverviewNamesEveryVerb() {
        #expect(
            Help.overview(of: ExampleVerbs.all) == """
                inkstone: sign, seal and check PDF files without harming them

                Usage: inkstone VERB …

                Verbs:
                  place  places a picture on a page (this is no digital signature)
                  count  counts pages

                inkstone VERB --help explains a verb, with examples.
                inkstone --version shows the version.

                """
        )
    }

    @Test func theUsageLineShowsWhatIsOptional() {
        var verb = ExampleVerbs.count
        let expected: [(ClosedRange<Int>, String)] = [
            (0...0, ""), (0...1, "[FILE] "), (1...1, "FILE "), (0...5, "[FILE…] "),
            (2...2, "FILE… "),
        ]
        for (count, shown) in expected {
            verb.operandCount = count
            #expect(
                Help.page(for: verb).contains("\nUsage: inkstone count \(shown)[options]\n")
            )
        }
    }

    @Test func aLongLabelHasALineOfItsOwn() {
        var verb = ExampleVerbs.count
        verb.options = [
            ArgumentOption("--owner-password-file", .value("FILE"), "The owner's password.")
        ]
        #expect(
            Help.page(for: verb).contains(
                "  --owner-password-file FILE\n              The owner's password.\n"
            )
        )
    }
}
