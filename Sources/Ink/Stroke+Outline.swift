// SPDX-License-Identifier: Apache-2.0
public import Geometry

extension Stroke {
    /// The stroke as a shape to fill with the nonzero winding rule; empty when there is nothing to
    /// draw.
    ///
    /// Every piece of it goes round in the same direction and none crosses itself, so pieces that
    /// overlap add up and can never leave a hole.
    public var outline: Path {
        Centreline(self)?.outline() ?? Path()
    }
}
