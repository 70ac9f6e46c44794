// SPDX-License-Identifier: Apache-2.0
public import Geometry

extension Annotation {
    /// A straight line.
    public struct Line: Sendable, Hashable, Codable {
        /// Where it begins, in view space.
        public var from: Point
        /// Where it ends, in view space.
        public var to: Point
        /// What stands at its beginning.
        public var start: LineEnding
        /// What stands at its end.
        public var end: LineEnding

        /// Makes a line.
        public init(
            from: Point,
            to: Point,
            start: LineEnding = .none,
            end: LineEnding = .none
        ) {
            self.from = from
            self.to = to
            self.start = start
            self.end = end
        }
    }
}
