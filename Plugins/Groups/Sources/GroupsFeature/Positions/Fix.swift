internal import FeatureKit
internal import Glibc

/// Where a phone was at a moment.
@Record struct Fix: Equatable {
    /// Where it was.
    var point: GeoPoint
    /// When it was there, by its own clock.
    var time: Timestamp
    /// How far off that may be, in metres.
    @In(0.0...100_000.0) var accuracy: Double?
    /// How fast it was, in metres a second.
    @In(0.0...1_000.0) var speed: Double?
    /// Which way it moved, in degrees from north.
    @In(0.0...360.0) var course: Double?
    /// How full its battery was, in per cent.
    @In(0...100) var battery: Int?

    /// The fix as those see it who are shown only roughly where somebody is: the middle of a square of about a kilometre.
    var rough: Fix { Fix(point: point.rough, time: time) }
}

extension GeoPoint {
    /// How many degrees of latitude a kilometre is.
    private static let kilometre = 1_000 / 111_195.0

    /// The middle of the square of about a kilometre that the point lies in.
    var rough: GeoPoint {
        let row = (lat / Self.kilometre).rounded(.down)
        let middle = min(max((row + 0.5) * Self.kilometre, -90), 90)
        // Squares of one row are as wide as they are high.
        let width = Self.kilometre / max(cos(middle * .pi / 180), 0.01)
        let column = (lon / width).rounded(.down)
        let east = (column + 0.5) * width
        return GeoPoint(lat: middle, lon: east > 180 ? east - 360 : max(east, -180))
    }
}
