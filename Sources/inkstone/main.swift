// SPDX-License-Identifier: Apache-2.0
import CommandLineTool
import Faults
import Glibc
import Workbench
import Workers

extension WorkerClient: SVGConverter {}

let worker = WorkerClient()
let tool = Tool(Workbench(svgConverter: worker, imageDecoder: worker))
exit(tool.run(Array(CommandLine.arguments.dropFirst())))
