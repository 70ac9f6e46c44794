// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Typesetting

extension WorkerClient: Typesetter {
    /// Lines of glyphs of the machine's fonts; see `Typesetter`.
    ///
    /// Throws `unsupported` naming the letters that no font has, `limitExceeded`, and what every
    /// request can throw: `timedOut`, `workerFailed`, `notFound` without a worker.
    public func typeset(
        _ text: String,
        _ style: LetterStyle,
        width: Double
    ) throws(Fault) -> TypesetText {
        let reply = try perform(.typeset(TypesetCall(text, style, width: width)))
        guard case .typesetText(let typeset) = reply else { throw Self.unexpectedReply }
        return typeset
    }

    /// A part of a font; see `Typesetter`.
    ///
    /// Throws `notFound` for a face that the machine has not, `unsupported` for one that cannot be
    /// cut, and what every request can throw.
    public func program(
        of face: FaceName,
        glyphs: [UInt16]
    ) throws(Fault) -> FontProgram {
        let reply = try perform(.cutFont(CutFontCall(face, glyphs: glyphs)))
        guard case .fontProgram(let program) = reply, program.widths.count == glyphs.count else {
            throw Self.unexpectedReply
        }
        return program
    }
}
