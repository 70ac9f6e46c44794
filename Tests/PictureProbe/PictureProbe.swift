// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import Rendering
import Storage
import Workbench
import Workers

/// Tells how long a thumbnail takes, for the benchmark: drawn, from memory and from disk.
///
///     PictureProbe FILE FOLDER
@main
enum PictureProbe {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 2 else { exit(64) }
        do throws(Fault) {
            try time(file: words[0], folder: words[1])
        } catch {
            print(error)
            exit(1)
        }
    }

    private static func time(file: String, folder: String) throws(Fault) {
        let opened = try Workbench().open(file)
        let source = try opened.renderSource()
        let renderer = RenderingWorkers()
        func request(_ page: Int) -> RenderRequest {
            var request = RenderRequest(
                source: source,
                pageIndex: page,
                pageSize: PixelSize(width: 200, height: 283)
            )
            request.output = .file(.jpeg(quality: PictureFormat.usualQuality))
            request.fidelity = .thumbnail
            return request
        }
        let pages = 0..<50
        let limit = PictureStore.usualDiskBytes
        let store = PictureStore(renderer, disk: DiskCache(in: folder, maximumBytes: limit))
        // The first page starts the worker.
        _ = try store.render(request(50))
        try report("drawn", pages) { page throws(Fault) in try store.render(request(page)) }
        try report("from memory", pages) { page throws(Fault) in try store.render(request(page)) }
        let later = PictureStore(renderer, disk: DiskCache(in: folder, maximumBytes: limit))
        try report("from disk", pages) { page throws(Fault) in try later.render(request(page)) }
    }

    private static func report(
        _ what: String,
        _ pages: Range<Int>,
        _ work: (Int) throws(Fault) -> RenderedPicture
    ) throws(Fault) {
        var times: [Duration] = []
        for page in pages {
            let start = ContinuousClock.now
            _ = try work(page)
            times.append(ContinuousClock.now - start)
        }
        times.sort()
        let median = times[times.count / 2] / .microseconds(1)
        let most = times[times.count - 1] / .microseconds(1)
        print("\(what): median \(Int(median)) µs, most \(Int(most)) µs")
    }
}
