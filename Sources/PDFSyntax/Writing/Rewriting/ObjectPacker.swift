// SPDX-License-Identifier: Apache-2.0

/// Gathers objects for an object stream (ISO 32000-2, 7.5.7).
struct ObjectPacker {
    /// The objects one after the other.
    var bodies = ObjectWriter()
    /// Number of each object and where it begins.
    private var index = ObjectWriter()
    private(set) var count = 0
    /// How many streams were written before.
    private(set) var finished = 0
    private var starts: [(object: Int, start: Int)] = []
    /// The number of the stream itself.
    private(set) var number = 0

    /// More objects in one stream would make reading one of them slow.
    private static let mostObjects = 200
    /// Long objects pack as well in short streams.
    private static let mostBytes = 128 * 1024

    /// Whether the stream should be written before more is added.
    var isFull: Bool { count >= Self.mostObjects || bodies.bytes.count >= Self.mostBytes }
    var isEmpty: Bool { count == 0 }

    /// Begins a stream.
    mutating func begin(as number: Int) {
        self.number = number
        count = 0
        starts.removeAll(keepingCapacity: true)
        bodies.removeAll()
        index.removeAll()
    }

    /// Notes that an object begins where the bodies end now.
    ///
    /// - Returns: its index in the stream.
    mutating func add(_ object: Int) -> Int {
        if count > 0 { index.write(" ") }
        index.write(object)
        index.write(" ")
        index.write(bodies.bytes.count)
        starts.append((object, bodies.bytes.count))
        count += 1
        return count - 1
    }

    /// The stream as it is now.
    ///
    /// Forgets what was gathered.
    mutating func finish() -> COSStream {
        index.write("\n")
        let first = index.bytes.count
        index.write(bodies.bytes)
        let stream = COSStream.deflated(
            [
                "Type": .name("ObjStm"), "N": .integer(count), "First": .integer(first),
            ],
            index.bytes,
            level: FileWriter.packingLevel
        )
        count = 0
        finished += 1
        return stream
    }

    /// The gathered objects, each with its number, to be written for themselves.
    ///
    /// Forgets what was gathered.
    mutating func unpack() -> [(object: Int, body: ArraySlice<UInt8>)] {
        let ends = starts.dropFirst().map(\.start) + [bodies.bytes.count]
        count = 0
        return zip(starts, ends).map { ($0.object, bodies.bytes[$0.start..<$1]) }
    }
}
