// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import PictureCoding
internal import SVGConversion
internal import Sandbox
internal import Workers

struct Abilities: WorkerAbilities {
    func answer(
        _ request: WorkerRequest,
        _ descriptors: [SharedDescriptor]
    ) throws(Fault) -> WorkerReply {
        switch request {
        case .convertSVG(let bytes): .document(try SVGConverter.pdf(from: bytes))
        case .decodeJPEG(let bytes): .pixels(try JPEGDecoder.decode(bytes))
        default: throw Self.notMine
        }
    }

    func probeSandbox() -> String { SandboxProbe.report() }
}

let confinement = Sandbox.enter(.converter, readableFolders: SVGConverter.prepare())
exit(WorkerService(confinement: confinement, abilities: Abilities()).run())
