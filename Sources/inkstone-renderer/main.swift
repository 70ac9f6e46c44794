// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import PDFiumRendering
internal import PictureCoding
internal import Sandbox
internal import Workers

let missing = PDFiumLibrary.load()
let confinement = Sandbox.enter(.renderer, readableFolders: [])
let abilities = PDFiumAbilities(
    missing: missing,
    coder: LibraryCoder(),
    probe: SandboxProbe.report
)
exit(WorkerService(confinement: confinement, abilities: abilities).run())
