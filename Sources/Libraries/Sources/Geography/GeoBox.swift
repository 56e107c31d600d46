internal import FeatureKit
internal import Glibc

/// A box in degrees, which may go over the antimeridian.
struct GeoBox: Sendable, Equatable {
    private(set) var south: Double, north: Double, west: Double, width: Double

    /// A box around points, and so many metres more.
    init(around points: [GeoPoint], reach: Double) {
        (south, north) = (points.map(\.lat).min() ?? 0, points.map(\.lat).max() ?? 0)
        // The points follow each other by the shorter way around the earth.
        var (lon, low, high) = (points[0].lon, points[0].lon, points[0].lon)
        for point in points.dropFirst() {
            var step = point.lon - lon
            step -= 360 * (step / 360).rounded()
            lon += step
            (low, high) = (min(low, lon), max(high, lon))
        }
        (west, width) = (low < -180 ? low + 360 : low, high - low)
        grow(by: reach)
    }

    /// Grows by so many metres to all sides, and a little more.
    mutating func grow(by metres: Double) {
        let degrees = metres * 1.001 / Plane.metresPerDegree
        (south, north) = (max(-90, south - degrees), min(90, north + degrees))
        let scale = cos(min(max(abs(south), abs(north)), 90) * .pi / 180)
        // Around a pole it is all around.
        guard scale > 0.001, degrees / scale < 90 else { return (west, width) = (-180, 360) }
        west -= degrees / scale
        if west < -180 { west += 360 }
        width = min(360, width + 2 * degrees / scale)
    }

    /// Whether a point lies in it, or not more degrees to the side.
    func contains(_ point: Outline.Corner, within slack: (lat: Double, lon: Double) = (0, 0)) -> Bool {
        guard south - slack.lat <= point.lat, point.lat <= north + slack.lat else { return false }
        var east = point.lon - west + slack.lon
        if east < 0 { east += 360 } else if east >= 360 { east -= 360 }
        return east <= width + 2 * slack.lon
    }
}
