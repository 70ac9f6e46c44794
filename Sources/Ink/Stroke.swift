// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// One reading of a pen or finger.
@frozen
public struct StrokePoint: Sendable, Hashable {
    /// The horizontal coordinate, in the drawing's own units.
    public var x: Double
    /// The vertical coordinate; y goes down, as on a screen.
    public var y: Double
    /// How hard it pressed, from 0 to 1; 0.5 where the device cannot tell.
    public var pressure: Double
    /// When it was, since the stroke or the drawing began.
    ///
    /// Kept with the ink; the outline does not depend on it.
    public var milliseconds: Double?

    /// Makes a point.
    @inlinable
    public init(x: Double, y: Double, pressure: Double = 0.5, milliseconds: Double? = nil) {
        self.x = x
        self.y = y
        self.pressure = pressure
        self.milliseconds = milliseconds
    }

    /// Where it was.
    @inlinable public var position: Point { Point(x: x, y: y) }
}

/// The colour of ink, as sRGB (ISO 32000-2, 8.6.4.3, DeviceRGB in a file).
@frozen
public struct InkColor: Sendable, Hashable {
    /// How much red.
    public var red: UInt8
    /// How much green.
    public var green: UInt8
    /// How much blue.
    public var blue: UInt8

    /// Makes a colour.
    @inlinable
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Black.
    @inlinable public static var black: InkColor { InkColor(red: 0, green: 0, blue: 0) }
}

/// What a pen drew between touching the paper and leaving it.
public struct Stroke: Sendable, Hashable {
    /// The readings, in order.
    public var points: [StrokePoint]
    /// The width at a pressure of 0.5, in the units of the points.
    public var width: Double
    /// The colour.
    public var color: InkColor

    /// Makes a stroke.
    public init(points: [StrokePoint], width: Double, color: InkColor = .black) {
        self.points = points
        self.width = width
        self.color = color
    }
}
