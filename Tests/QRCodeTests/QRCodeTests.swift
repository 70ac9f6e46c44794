// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import QRCode

@Suite("QR codes")
struct QRCodeTests {
    static let address = "https://192.168.1.20:8443/pair?token=Zm9vYmFyYmF6cXV4"

    /// The side of version v is 17 + 4 v (ISO/IEC 18004, 5.3.1).
    @Test(arguments: ["a", address, String(repeating: "x", count: 2331)])
    func theSideIsThatOfAVersion(_ text: String) throws {
        let code = try #require(QRCode(text))
        #expect((code.width - 17) % 4 == 0)
        #expect((21...177).contains(code.width))
        #expect(code.modules.allSatisfy { $0.count == code.width })
    }

    @Test(arguments: ["", "a\u{0}b", String(repeating: "x", count: 2332)])
    func whatNoCodeHoldsIsNone(_ text: String) { #expect(QRCode(text) == nil) }

    /// 5.3.2: rings of 7, 5 and 3 modules in three corners, and light around them.
    @Test func threeCornersHaveFinderPatterns() throws {
        let code = try #require(QRCode(Self.address))
        let last = code.width - 7
        for (top, left) in [(0, 0), (0, last), (last, 0)] {
            for row in -1...7 {
                for column in -1...7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    let isDark = ring == 3 || ring < 2
                    #expect(code.isDark(top + row, left + column) == isDark)
                }
            }
        }
    }

    /// 5.3.4: between the finder patterns dark and light take turns.
    @Test func timingPatternsTakeTurns() throws {
        let code = try #require(QRCode(Self.address))
        for index in 8..<code.width - 8 {
            #expect(code.isDark(6, index) == (index % 2 == 0))
            #expect(code.isDark(index, 6) == (index % 2 == 0))
        }
    }

    /// 7.9: the two bits of level M are 00, seen through the mask 101010000010010.
    @Test func theLevelIsM() throws {
        for text in ["a", Self.address] {
            let code = try #require(QRCode(text))
            #expect(code.isDark(8, 0))
            #expect(!code.isDark(8, 1))
            #expect(code.isDark(code.width - 1, 8))
            #expect(!code.isDark(code.width - 2, 8))
        }
    }

    @Test func theTerminalShowsEveryModule() throws {
        let code = try #require(QRCode(Self.address))
        let lines = code.terminalText.split(separator: "\n")
        let side = code.width + 8
        #expect(lines.count == (side + 1) / 2)
        for (index, line) in lines.enumerated() {
            #expect(line.hasPrefix("\u{1B}[38;5;16;48;5;231m") && line.hasSuffix("\u{1B}[0m"))
            let cells = Array(line.dropFirst(19).dropLast(4))
            try #require(cells.count == side)
            for (column, cell) in cells.enumerated() {
                let row = index * 2 - 4
                #expect(code.isDark(row, column - 4) == "█▀".contains(cell))
                #expect(code.isDark(row + 1, column - 4) == "█▄".contains(cell))
            }
        }
    }

    @Test func theSVGHasARectangleForEveryRun() throws {
        let code = try #require(QRCode(Self.address))
        let svg = code.svg
        let side = code.width + 8
        #expect(svg.contains("viewBox=\"0 0 \(side) \(side)\""))
        #expect(!svg.contains("href") && !svg.contains("style"))
        var seen = code.modules.map { $0.map { _ in false } }
        let path = try #require(
            svg.split(separator: "fill=\"#000\" d=\"").last?.split(separator: "\"").first
        )
        for run in path.split(separator: "M") {
            let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
            for column in numbers[0]..<numbers[0] + numbers[2] {
                seen[numbers[1] - 4][column - 4] = true
            }
        }
        #expect(seen == code.modules)
    }

    /// Drawn with four pixels for a module, read by a stranger.
    @Test(arguments: [
        "a", address, "https://[fe80::1]:8443/#中文", String(repeating: "q7", count: 300),
    ])
    func aStrangerReadsTheText(_ text: String) throws {
        let code = try #require(QRCode(text))
        let scale = 4
        let side = (code.width + 2 * QRCode.quietModules) * scale
        let pixels = (0..<side * side).map { index -> UInt8 in
            let row = index / side / scale - QRCode.quietModules
            let column = index % side / scale - QRCode.quietModules
            return code.isDark(row, column) ? 0 : 255
        }
        #expect(try ZBar.read(pixels, width: side) == text)
    }
}
