// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing
import Workers

@Suite struct HostileDrawingTests {
    private static let box = "viewBox='0 0 100 50'"

    /// The code for this drawing, and then the same client draws something harmless.
    private func code(for svg: [UInt8], timeoutSeconds: Int = 20) throws -> FaultCode? {
        let client = Bench.client()
        let code = Bench.code { _ = try client.convertSVG(svg, timeoutSeconds: timeoutSeconds) }
        #expect(try client.convertSVG(Bench.svg(Self.box)).starts(with: "%PDF-".utf8))
        return code
    }

    @Test func entitiesThatUnfoldWithoutEndAreRefused() throws {
        var entities = "<!ENTITY a0 'lol'>"
        for level in 1..<12 {
            let repeated = String(repeating: "&a\(level - 1);", count: 10)
            entities += "<!ENTITY a\(level) '\(repeated)'>"
        }
        let svg =
            Array("<!DOCTYPE svg [\(entities)]>".utf8)
            + Bench.svg(Self.box, "<text y='20'>&a11;</text>")
        #expect(try code(for: svg) == .limitExceeded)
    }

    @Test func oneLongEntityUsedOftenRunsOutOfMemoryAlone() throws {
        let entity = String(repeating: "x", count: 100_000)
        let uses = String(repeating: "&a;", count: 10_000)
        let svg =
            Array("<!DOCTYPE svg [<!ENTITY a '\(entity)'>]>".utf8)
            + Bench.svg(Self.box, "<text y='20'>\(uses)</text>")
        let code = try #require(try code(for: svg, timeoutSeconds: 5))
        #expect([.workerFailed, .timedOut, .limitExceeded].contains(code))
    }

    @Test func nestedUsesEndInTime() throws {
        var definitions = "<rect id='u0' width='1' height='1'/>"
        for level in 1..<12 {
            let uses = String(repeating: "<use xlink:href='#u\(level - 1)'/>", count: 20)
            definitions += "<g id='u\(level)'>\(uses)</g>"
        }
        let svg = Bench.svg(Self.box, "<defs>\(definitions)</defs><use xlink:href='#u11'/>")
        let code = try #require(try code(for: svg, timeoutSeconds: 1))
        #expect([.timedOut, .limitExceeded].contains(code))
    }

    @Test func groupsNestedTooDeepAreRefused() throws {
        let count = 5000
        let svg = Bench.svg(
            Self.box,
            String(repeating: "<g>", count: count) + String(repeating: "</g>", count: count)
        )
        #expect(try code(for: svg) == .limitExceeded)
    }

    @Test func aDrawingThatUsesItselfEnds() throws {
        let svg = Bench.svg(Self.box, "<g id='a'><use xlink:href='#a'/></g>")
        #expect([nil, .invalidDocument, .limitExceeded].contains(try code(for: svg)))
    }
}
