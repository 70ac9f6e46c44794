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

/// What works beside this program; each is made when a verb asks for it.
enum Helpers {
    static let worker = WorkerClient()
    static let pages = RenderingWorkers()
    static let indexes = TextIndexStore(diskFolder: TextIndexStore.standardFolder)
}

let workbench = Workbench(
    svgConverter: { WorkerConverter(client: Helpers.worker) },
    imageDecoder: { Helpers.worker },
    renderer: { Helpers.pages },
    textExtractor: { Helpers.pages },
    textIndexes: { Helpers.indexes }
)
let tool = Tool(workbench)
exit(tool.run(Array(CommandLine.arguments.dropFirst())))
