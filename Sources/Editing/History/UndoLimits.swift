// SPDX-License-Identifier: Apache-2.0

/// Bounds of an undo history.
public struct UndoLimits: Sendable, Hashable {
    /// How many steps can be taken back.
    public var steps: Int
    /// How much the differences may hold; the newest step stays whatever it holds.
    public var bytes: Int
    /// Steps of one key nearer to each other than this are one.
    public var pause: Duration

    /// Makes bounds.
    public init(steps: Int = 1000, bytes: Int = 64 << 20, pause: Duration = .seconds(1)) {
        self.steps = steps
        self.bytes = bytes
        self.pause = pause
    }
}
