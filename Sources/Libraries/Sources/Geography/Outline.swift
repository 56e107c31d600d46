internal import FeatureKit
internal import Glibc

/// What a fence encloses, as numbers that are read at once.
struct Outline: Sendable, Equatable {
    /// A point in degrees.
    struct Corner: Equatable {
        let lat, lon: Double

        init(_ point: GeoPoint) { (lat, lon) = (point.lat, point.lon) }
    }

    /// A circle that is larger is not measured in a plane.
    private static let mostPlain = 1_000.0

    private let lines: [[Corner]]
    /// So many metres around a line; nil where what the rings enclose counts.
    private let reach: Double?

    init(_ lines: [[GeoPoint]], reach: Double?) {
        (self.lines, self.reach) = (lines.map { $0.map(Corner.init) }, reach)
    }

    /// How far the middle of a plane is from the edge, in metres: below zero within it.
    func distance(from plane: Plane) -> Double {
        if let reach { return distance(fromLineTo: plane) - reach }
        let edge = lines.reduce(.infinity) { min($0, plane.distance(fromOriginTo: $1, closes: true)) }
        return encloses(plane) ? -edge : edge
    }

    /// Whether the middle of a plane is within it, or not further from it than so many metres.
    func reaches(_ plane: Plane, within slack: Double) -> Bool {
        if let reach { return distance(fromLineTo: plane) - reach <= slack }
        return encloses(plane) || lines.contains { plane.distance(fromOriginTo: $0, closes: true) <= slack }
    }

    /// Whether a straight way from the middle of a plane meets the edge.
    func meets(_ plane: Plane, _ way: Plane.Place) -> Bool {
        if let reach { return plane.distance(from: way, to: lines[0]) <= reach }
        return lines.contains { plane.isCrossed($0, by: way) }
    }

    private func distance(fromLineTo plane: Plane) -> Double {
        guard let reach, reach > Self.mostPlain, lines[0].count == 1 else {
            return plane.distance(fromOriginTo: lines[0], closes: false)
        }
        return GeoPoint(lat: lines[0][0].lat, lon: lines[0][0].lon).distance(
            to: GeoPoint(lat: plane.origin.lat, lon: plane.origin.lon))
    }

    /// A point in a hole is outside: it is within an even number of rings.
    private func encloses(_ plane: Plane) -> Bool { lines.reduce(false) { $0 != plane.originIsInside($1) } }
}

/// The neighbourhood of a point as a plane, in metres east and north of it.
struct Plane {
    typealias Place = (x: Double, y: Double)

    static let metresPerDegree = GeoPoint.earthRadius * .pi / 180

    let origin: Outline.Corner
    /// How many metres a degree of longitude has.
    private let east: Double

    init(around point: GeoPoint) {
        origin = Outline.Corner(point)
        east = Self.metresPerDegree * cos(origin.lat * .pi / 180)
    }

    func place(_ point: Outline.Corner) -> Place {
        var degrees = point.lon - origin.lon
        // The shorter way around the earth.
        if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
        return (degrees * east, (point.lat - origin.lat) * Self.metresPerDegree)
    }

    /// How far a place is from the origin.
    func distance(to place: Place) -> Double { (place.x * place.x + place.y * place.y).squareRoot() }

    /// So many metres in degrees of latitude and of longitude, or all around near a pole.
    func degrees(_ metres: Double) -> (lat: Double, lon: Double) {
        (metres / Self.metresPerDegree, east > 200 ? metres / east : 360)
    }

    /// How far the origin is from a line.
    func distance(fromOriginTo line: [Outline.Corner], closes: Bool) -> Double {
        var nearest = Double.infinity
        var previous = place(closes ? line[line.count - 1] : line[0])
        for point in line {
            let next = place(point)
            nearest = min(nearest, Self.squaredDistance(from: (0, 0), previous, next))
            previous = next
        }
        return nearest.squareRoot()
    }

    /// Whether the origin lies within a ring.
    func originIsInside(_ ring: [Outline.Corner]) -> Bool {
        var isInside = false
        var previous = place(ring[ring.count - 1])
        for point in ring {
            let next = place(point)
            if (previous.y > 0) != (next.y > 0), next.x - next.y * (previous.x - next.x) / (previous.y - next.y) > 0 {
                isInside.toggle()
            }
            previous = next
        }
        return isInside
    }

    /// How near the way from the origin to a place comes to a line; zero where they cross.
    func distance(from way: Place, to line: [Outline.Corner]) -> Double {
        var previous = place(line[0])
        var nearest = Self.squaredDistance(from: previous, (0, 0), way)
        for point in line.dropFirst() {
            let next = place(point)
            if Self.cross((0, 0), way, previous, next) { return 0 }
            nearest = min(
                nearest, Self.squaredDistance(from: (0, 0), previous, next),
                Self.squaredDistance(from: way, previous, next), Self.squaredDistance(from: next, (0, 0), way))
            previous = next
        }
        return nearest.squareRoot()
    }

    /// Whether the way from the origin to a place crosses an edge of a ring.
    func isCrossed(_ ring: [Outline.Corner], by way: Place) -> Bool {
        let (west, east) = (min(0, way.x), max(0, way.x))
        let (south, north) = (min(0, way.y), max(0, way.y))
        var previous = place(ring[ring.count - 1])
        for point in ring {
            let next = place(point)
            defer { previous = next }
            // Most edges are to one side of the way.
            if min(previous.x, next.x) > east || max(previous.x, next.x) < west { continue }
            if min(previous.y, next.y) > north || max(previous.y, next.y) < south { continue }
            if Self.cross((0, 0), way, previous, next) { return true }
        }
        return false
    }

    /// The square of how far a place is from the line between two others.
    private static func squaredDistance(from place: Place, _ start: Place, _ end: Place) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let part = length == 0 ? 0 : ((place.x - start.x) * dx + (place.y - start.y) * dy) / length
        let along = min(max(part, 0), 1)
        let (x, y) = (start.x + along * dx - place.x, start.y + along * dy - place.y)
        return x * x + y * y
    }

    private static func cross(_ a: Place, _ b: Place, _ c: Place, _ d: Place) -> Bool {
        func side(_ p: Place, _ q: Place, _ r: Place) -> Double {
            (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }
}
