// SPDX-License-Identifier: Apache-2.0

extension ContentScanner {
    /// What was found, after the last byte.
    func result(at count: Int) -> ContentScan {
        var scan = ContentScan()
        scan.openSaves = saves.count
        scan.extraSaves = extraSaves
        scan.obstacles = obstacles
        scan.changesBaseState = changesBaseState
        scan.closing = closing()
        scan.hasWordInBrackets = hasWordInBrackets
        switch cut {
        case .nothing, .comment: scan.isCutShort = !brackets.isEmpty
        case .string, .hexString: scan.isCutShort = true
        }
        return scan
    }

    private func closing() -> [UInt8] {
        var out: [UInt8] = []
        // The line feed ends a comment, and is what a backslash at the very end escapes.
        switch cut {
        case .nothing: break
        case .comment: out.append(0x0A)
        case .string(let depth):
            out.append(0x0A)
            out += repeatElement(0x29, count: depth)
        case .hexString: out += [0x0A, 0x3E]
        }
        // A key may lack its value, and Poppler would take the closing for it. Only in the
        // innermost dictionary can that be: what is inside another one is its key's value.
        var mayLackValue = endsWithName
        if case .nothing = cut {} else { mayLackValue = false }
        for bracket in brackets.reversed() {
            let close = bracket == 0x5D ? "\n]" : mayLackValue ? "\nnull>>" : "\n>>"
            out += Array(close.utf8)
            mayLackValue = false
        }
        if hasPath { out += Array("\nn".utf8) }
        closeInOrder(&out)
        for _ in 0..<compatibilitySections { out += Array("\nEX".utf8) }
        if !out.isEmpty {
            if out[0] != 0x0A { out.insert(0x0A, at: 0) }
            if out.count > 1 { out.append(0x0A) }
        }
        return out
    }

    /// Ends text objects, marked content and saved states, the newest first.
    private func closeInOrder(_ out: inout [UInt8]) {
        for _ in 0..<saves.beyond { out += Array("\nQ".utf8) }
        for _ in 0..<marked.beyond { out += Array("\nEMC".utf8) }
        var saved = saves.places[...]
        var marks = marked.places[...]
        var text = textBegan ?? -1
        while true {
            let save = saved.last ?? -1
            let mark = marks.last ?? -1
            let newest = max(save, mark, text)
            if newest < 0 { return }
            if newest == save {
                saved.removeLast()
                out += [0x0A, 0x51]
            } else if newest == mark {
                marks.removeLast()
                out += [0x0A, 0x45, 0x4D, 0x43]
            } else {
                text = -1
                out += [0x0A, 0x45, 0x54]
            }
        }
    }
}
