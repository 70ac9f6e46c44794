// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import FontShaping
internal import Glibc
internal import PictureCoding
internal import SVGConversion
internal import Sandbox
internal import Workers

struct Abilities: WorkerAbilities {
    private let typesetter = SystemTypesetter()

    func answer(
        _ request: WorkerRequest,
        _ descriptors: [SharedDescriptor]
    ) throws(Fault) -> WorkerReply {
        switch request {
        case .convertSVG(let bytes): .document(try SVGConverter.pdf(from: bytes))
        case .decodeJPEG(let bytes): .pixels(try JPEGDecoder.decode(bytes))
        case .typeset(let call):
            .typesetText(
                try typesetter.typeset(call.text, call.style, width: call.width)
            )
        case .cutFont(let call):
            .fontProgram(try typesetter.program(of: call.face, glyphs: call.glyphs))
        default: throw Self.notMine
        }
    }

    func probeSandbox() -> String { SandboxProbe.report() }
}

let confinement = Sandbox.enter(.converter, readableFolders: SystemTypesetter.prepare())
exit(WorkerService(confinement: confinement, abilities: Abilities()).run())
