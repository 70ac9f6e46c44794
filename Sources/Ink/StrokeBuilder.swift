// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// A stroke while it is being drawn: readings come in, the outline so far comes out.
///
/// The outline is in two parts. What lies so far back that no later reading can change it is
/// *settled*: it is computed once, and whoever shows it draws each piece once. The *tail* is
/// computed again with each reading, and has a bounded length. So a reading costs the same at the
/// end of a long stroke as at its beginning.
///
///     settled piece │ settled piece │ tail
///     ●──●──●──●──●──●──●──●──●──●──●──●──●──●  ← pen
///                               └ context ┘
///
/// Pieces end round and share their last place, so they overlap and leave no gap when both are
/// filled with the nonzero winding rule.
public struct StrokeBuilder: Sendable {
    /// The readings so far, with the pressure that is kept.
    public private(set) var stroke: Stroke
    /// All settled pieces.
    public private(set) var settled = Path()

    private var follower: PressureFollower
    /// Readings that are no repetitions; only those that the tail needs are read again.
    private var nodes: [Centreline.Node] = []
    /// Up to which node the outline is settled.
    private var settledNodes = 0
    private var takenElements = 0

    /// So many nodes on either side decide how a node is smoothed.
    static var context: Int { 16 }
    /// So many nodes become one settled piece.
    static var pieceNodes: Int { 48 }

    /// Begins a stroke.
    public init(width: Double, color: InkColor = .black, response: PenResponse = .plain) {
        stroke = Stroke(points: [], width: width, color: color)
        follower = PressureFollower(response)
    }

    /// Takes the next reading.
    public mutating func add(_ reading: PenReading) {
        let point = StrokePoint(
            x: reading.position.x,
            y: reading.position.y,
            pressure: follower.pressure(of: reading),
            milliseconds: reading.milliseconds
        )
        stroke.points.append(point)
        guard Centreline.canDraw(width: stroke.width) else { return }
        Centreline.collect(point, stroke.points.count - 1, into: &nodes, width: stroke.width)
        if nodes.count - settledNodes > Self.pieceNodes + Self.context { settle() }
    }

    /// The settled pieces that were not taken yet; each is given once.
    public mutating func takeSettled() -> Path {
        let fresh = Path(Array(settled.elements[takenElements...]))
        takenElements = settled.elements.count
        return fresh
    }

    /// The outline of what is not settled.
    public var tail: Path { outline(from: settledNodes, to: nodes.count - 1) }

    /// The outline so far: what is settled, and the tail.
    public var outline: Path {
        var path = settled
        path.append(tail)
        return path
    }

    private mutating func settle() {
        let end = settledNodes + Self.pieceNodes
        settled.append(outline(from: settledNodes, to: end))
        settledNodes = end
    }

    private func outline(from first: Int, to last: Int) -> Path {
        guard !nodes.isEmpty else { return Path() }
        let start = max(first - Self.context, 0)
        let end = min(last + Self.context, nodes.count - 1)
        let line = Centreline(Array(nodes[start...end]), width: stroke.width)
        return line?.outline(of: first - start..<last - start) ?? Path()
    }
}
