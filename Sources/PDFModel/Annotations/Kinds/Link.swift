// SPDX-License-Identifier: Apache-2.0
public import Geometry

extension Annotation {
    /// A place to click on.
    public struct Link: Sendable, Hashable, Codable {
        /// Where a click leads.
        public enum Target: Sendable, Hashable, Codable {
            /// A place on the web, or a mail address with its scheme.
            case address(String)
            /// A page of the document, counted from 0, and the place on it that comes to the top, in
            /// view space; `nil` shows the whole page.
            case page(Int, top: Point?)
            /// A destination by its name (12.3.2.4).
            case named(String)
            /// Something else, which is kept.
            case other
        }

        /// Where a click leads.
        public var target: Target
        /// The parts that can be clicked on; empty for all of `rect`.
        public var quads: [Quad]

        /// Makes a link.
        public init(_ target: Target, quads: [Quad] = []) {
            self.target = target
            self.quads = quads
        }
    }
}
