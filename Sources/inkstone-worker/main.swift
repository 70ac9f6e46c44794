// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import PictureCoding
internal import SVGConversion
internal import Sandbox
internal import Workers

struct Abilities: WorkerAbilities {
    func pdf(fromSVG bytes: [UInt8]) throws(Fault) -> [UInt8] {
        try SVGConverter.pdf(from: bytes)
    }

    func pixels(ofJPEG bytes: [UInt8]) throws(Fault) -> WorkerPixels {
        try JPEGDecoder.decode(bytes)
    }

    func probeSandbox() -> String { SandboxProbe.report() }
}

let confinement = Sandbox.enter(readableFolders: SVGConverter.prepare())
exit(WorkerService(confinement: confinement, abilities: Abilities()).run())
