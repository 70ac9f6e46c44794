// SPDX-License-Identifier: Apache-2.0
public import Ink

extension Annotation {
    /// Strokes of a pen; width and colour are the annotation's.
    public struct InkStrokes: Sendable, Hashable, Codable {
        /// The readings of each stroke, in order, in view space, with their pressure.
        public var strokes: [[StrokePoint]]

        /// Makes strokes.
        public init(_ strokes: [[StrokePoint]]) { self.strokes = strokes }
    }
}
