// SPDX-License-Identifier: Apache-2.0
import CommandLineTool
import Faults
import Glibc
import Rendering
import Workbench
import Workers

/// Lets the worker stand where the workbench wants a converter.
struct WorkerConverter: SVGConverter {
    let client: WorkerClient

    func convertSVG(_ bytes: [UInt8]) throws(Fault) -> [UInt8] { try client.convertSVG(bytes) }
}

let worker = WorkerClient()
let pages = RenderingWorkers()
let workbench = Workbench(
    svgConverter: WorkerConverter(client: worker),
    imageDecoder: worker,
    typesetter: worker,
    renderer: pages,
    textExtractor: pages,
    textIndexes: TextIndexStore(diskFolder: TextIndexStore.standardFolder)
)
let tool = Tool(workbench)
exit(tool.run(Array(CommandLine.arguments.dropFirst())))
