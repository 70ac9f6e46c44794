// SPDX-License-Identifier: Apache-2.0
import CommandLineTool
import DocumentLibrary
import Faults
import Glibc
import Rendering
import ServerTool
import Workbench
import Workers

/// Lets the worker stand where the workbench wants a converter.
struct WorkerConverter: SVGConverter {
    let client: WorkerClient

    func convertSVG(_ bytes: [UInt8]) throws(Fault) -> [UInt8] { try client.convertSVG(bytes) }
}

let words = Array(CommandLine.arguments.dropFirst())
do throws(Fault) {
    guard let options = try ServeOptions.read(words) else { exit(0) }
    let worker = WorkerClient()
    let pages = RenderingWorkers()
    let folder = options.dataFolder ?? DocumentLibrary.standardFolder
    let indexes = TextIndexStore(diskFolder: folder.map { "\($0)/texts" })
    let workbench = Workbench(
        svgConverter: { WorkerConverter(client: worker) },
        imageDecoder: { worker },
        typesetter: { worker },
        renderer: { pages },
        textExtractor: { pages },
        textIndexes: { indexes }
    )
    let tool = ServerTool(options, workbench: workbench, renderer: pages, rest: { pages.end() })
    exit(try tool.run())
} catch {
    exit(ServeOptions.report(error, words))
}
