// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// What a pen, a finger or a mouse reports at one moment.
@frozen
public struct PenReading: Sendable, Hashable {
    /// Where it is; y goes down.
    public var position: Point
    /// How hard it presses, from 0 to 1; nil where the device cannot tell.
    public var pressure: Double?
    /// When it was, since the stroke began; nil where nobody tells.
    public var milliseconds: Double?
    /// How far the pen leans: 0 upright, 1 flat on the paper; nil where the device cannot tell.
    public var tilt: Double?

    /// Makes a reading.
    @inlinable
    public init(
        position: Point,
        pressure: Double? = nil,
        milliseconds: Double? = nil,
        tilt: Double? = nil
    ) {
        self.position = position
        self.pressure = pressure
        self.milliseconds = milliseconds
        self.tilt = tilt
    }
}

/// How what a device reports becomes the pressure that is kept with the ink.
///
/// All of it happens while a stroke is drawn, so the ink that is stored needs no device to be drawn
/// again. A quick hand makes a thinner line; a pen that leans makes a broader one.
public struct PenResponse: Sendable, Hashable {
    /// How much of the device's pressure counts, from 0 to 1.
    public var pressureShare: Double
    /// How far speed moves the pressure, from none to up to half of this either way.
    public var speedShare: Double
    /// How much a pen that lies flat adds.
    public var tiltShare: Double

    /// Makes a response.
    public init(pressureShare: Double, speedShare: Double, tiltShare: Double) {
        self.pressureShare = pressureShare
        self.speedShare = speedShare
        self.tiltShare = tiltShare
    }

    /// The device's pressure and nothing else.
    public static var plain: PenResponse {
        PenResponse(pressureShare: 1, speedShare: 0, tiltShare: 0)
    }
    /// A pen with a sensor for pressure.
    public static var pen: PenResponse {
        PenResponse(pressureShare: 1, speedShare: 0.2, tiltShare: 0.3)
    }
    /// A finger or a mouse: only its speed tells something.
    public static var finger: PenResponse {
        PenResponse(pressureShare: 0, speedShare: 0.6, tiltShare: 0)
    }

    /// The speed, in points a millisecond, that neither thins nor thickens: an unhurried hand.
    static var usualSpeed: Double { 0.25 }
    /// How much of the last speed stays; readings come unevenly.
    static var speedMemory: Double { 0.75 }
}

/// Follows the readings of one stroke and gives the pressure of each.
struct PressureFollower {
    let response: PenResponse
    private var last: PenReading?
    private var speed: Double?

    init(_ response: PenResponse) { self.response = response }

    mutating func pressure(of reading: PenReading) -> Double {
        followSpeed(to: reading)
        last = reading
        let given = Self.share(reading.pressure) ?? 0.5
        // Written so that a whole share gives exactly what the device told.
        var pressure = response.pressureShare * given + (1 - response.pressureShare) * 0.5
        if let speed {
            // From 0 at rest to 1 at any speed, a half at the usual one.
            let haste = speed / (speed + PenResponse.usualSpeed)
            pressure += response.speedShare * (0.5 - haste)
        }
        pressure += response.tiltShare * (Self.share(reading.tilt) ?? 0)
        return min(max(pressure, 0), 1)
    }

    private static func share(_ value: Double?) -> Double? {
        guard let value, value.isFinite else { return nil }
        return min(max(value, 0), 1)
    }

    private mutating func followSpeed(to reading: PenReading) {
        guard let before = last, let then = before.milliseconds, let now = reading.milliseconds,
            now > then
        else { return }
        let current = before.position.distance(to: reading.position) / (now - then)
        guard current.isFinite else { return }
        let memory = PenResponse.speedMemory
        speed = speed.map { $0 * memory + current * (1 - memory) } ?? current
    }
}
