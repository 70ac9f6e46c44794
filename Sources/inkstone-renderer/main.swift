// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import PDFiumRendering
internal import Rendering
internal import Sandbox
internal import Workers

struct Coder: PictureCoder {
    func encode(_ bitmap: PageBitmap, as format: PictureFormat) throws(Fault) -> [UInt8] {
        throw Fault(.unsupported, "No encoder yet.")
    }

    func shrink(_ jpeg: [UInt8], to size: PixelSize) -> [UInt8]? { nil }
}

let missing = PDFiumLibrary.load()
let confinement = Sandbox.enter(.renderer, readableFolders: [])
let abilities = PDFiumAbilities(missing: missing, coder: Coder(), probe: SandboxProbe.report)
exit(WorkerService(confinement: confinement, abilities: abilities).run())
