// SPDX-License-Identifier: Apache-2.0
public import Geometry

extension Annotation {
    /// A closed or open row of straight lines.
    public struct Vertices: Sendable, Hashable, Codable {
        /// The corners, in order, in view space.
        public var points: [Point]
        /// What stands at the first corner; a polygon has nothing there.
        public var start: LineEnding
        /// What stands at the last corner; a polygon has nothing there.
        public var end: LineEnding

        /// Makes a row of lines.
        public init(_ points: [Point], start: LineEnding = .none, end: LineEnding = .none) {
            self.points = points
            self.start = start
            self.end = end
        }
    }
}
