// SPDX-License-Identifier: Apache-2.0

extension QRCode {
    /// The code in half blocks, two rows of modules in each line, with its quiet zone.
    ///
    /// Each line sets black on white itself, so that it can be read on dark and on light
    /// terminals, and sets the colours back at its end.
    public var terminalText: String {
        let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
        let usual = "\u{1B}[0m"
        let reach = -Self.quietModules..<width + Self.quietModules
        return stride(from: reach.lowerBound, to: reach.upperBound, by: 2).map { row in
            let line = reach.map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return blackOnWhite + line.joined() + usual + "\n"
        }.joined()
    }
}
