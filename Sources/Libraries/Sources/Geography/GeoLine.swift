public import FeatureKit

/// A line on the map, such as a track or a route.
public struct GeoLine: Equatable, Sendable {
    /// Its corners, in their order.
    public var points: [GeoPoint]

    /// Makes a line.
    public init(_ points: [GeoPoint]) { self.points = points }

    /// How long it is, in metres.
    public var length: Double { zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

    /// Whether it ends where it begins.
    public var isClosed: Bool { points.count > 3 && points.first == points.last }

    /// How far a point is from the line, in metres; nil where the line has no point.
    ///
    /// Exact to a thousandth within 100 km.
    public func distance(to point: GeoPoint) -> Double? {
        guard let first = points.first else { return nil }
        return zip(points, points.dropFirst()).reduce(first.distance(to: point)) { nearest, leg in
            min(nearest, point.distance(toLegFrom: leg.0, to: leg.1))
        }
    }
}

extension GeoPoint {
    /// How far this point is from the nearest of a straight leg, on a plane around it.
    fileprivate func distance(toLegFrom start: GeoPoint, to end: GeoPoint) -> Double {
        let (from, to) = (offset(to: start), offset(to: end))
        let (east, north) = (to.east - from.east, to.north - from.north)
        let squared = east * east + north * north
        let part = squared == 0 ? 0 : min(max(-(from.east * east + from.north * north) / squared, 0), 1)
        let (x, y) = (from.east + part * east, from.north + part * north)
        return (x * x + y * y).squareRoot()
    }
}
