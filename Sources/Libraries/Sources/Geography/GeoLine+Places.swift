public import FeatureKit
internal import Glibc

extension GeoLine {
    /// The radius that apps reckon with, so that they count the same points.
    private static let radius = 6_371_000.0

    /// The same line, in which no two neighbours lie further apart than so many metres.
    ///
    /// New points lie on the great circle between two old ones, at equal distances.
    public func dense(every metres: Double) -> GeoLine {
        guard let last = points.last, metres > 0 else { return self }
        var dense: [GeoPoint] = []
        dense.reserveCapacity(points.count * 2)
        for (from, to) in zip(points, points.dropFirst()) {
            dense.append(from)
            let angle = Self.angle(from, to)
            let parts = Int((angle * Self.radius / metres).rounded(.up))
            if parts > 1 { Self.add(parts - 1, between: from, to, angle, to: &dense) }
        }
        dense.append(last)
        return GeoLine(dense)
    }

    /// Adds so many points on the arc between two points, at equal distances.
    ///
    /// The first point is turned towards the other one step by step, which takes no sine for each of them.
    private static func add(
        _ count: Int, between from: GeoPoint, _ to: GeoPoint, _ angle: Double, to points: inout [GeoPoint]
    ) {
        let (whole, start, end) = (sin(angle), vector(from), vector(to))
        // Points on opposite sides of the earth have no arc between them.
        guard whole > 1e-12 else { return }
        let near = cos(angle)
        let (x, y, z) = (
            (end.x - near * start.x) / whole, (end.y - near * start.y) / whole, (end.z - near * start.z) / whole
        )
        let step = angle / Double(count + 1)
        let (cosine, sine) = (cos(step), sin(step))
        var (along, across) = (1.0, 0.0)
        for _ in 0..<count {
            (along, across) = (along * cosine - across * sine, across * cosine + along * sine)
            points.append(
                point(along * start.x + across * x, along * start.y + across * y, along * start.z + across * z))
        }
    }

    /// Where measures lie on a line of whose points each has one, such as the distance travelled; both grow along the line.
    public static func places(at measures: some Sequence<Float>, where points: [Float]) -> [Place] {
        guard points.count > 1 else { return [] }
        var part = 0
        return measures.map { measure in
            while part + 2 < points.count, points[part + 1] < measure { part += 1 }
            let whole = points[part + 1] - points[part]
            return Place(part: part, share: Double(whole > 0 ? min(max((measure - points[part]) / whole, 0), 1) : 0))
        }
    }

    /// How far apart two points are in metres, on a sphere of the radius that apps reckon with.
    public static func distance(_ from: GeoPoint, _ to: GeoPoint) -> Double { angle(from, to) * radius }

    /// The direction from the first point to the last; nil where they are one.
    public var heading: Double? {
        guard let first = points.first, let last = points.last, first != last else { return nil }
        let bearing = (first.bearing(to: last) * 10).rounded() / 10
        return bearing >= 360 ? 0 : bearing
    }

    /// The line and then another one, without a point that both have.
    public func joined(_ other: GeoLine) -> GeoLine {
        GeoLine(points + (points.last == other.points.first ? other.points.dropFirst() : other.points[...]))
    }

    private static func angle(_ from: GeoPoint, _ to: GeoPoint) -> Double {
        let (north, otherNorth) = (from.lat * .pi / 180, to.lat * .pi / 180)
        let (height, width) = (sin((otherNorth - north) / 2), sin((to.lon - from.lon) * .pi / 360))
        let share = height * height + cos(north) * cos(otherNorth) * width * width
        return 2 * asin(min(1, share.squareRoot()))
    }

    /// The point that lies at a share of the arc between two points (spherical linear interpolation).
    private static func between(_ from: GeoPoint, _ to: GeoPoint, _ angle: Double, _ share: Double) -> GeoPoint {
        let whole = sin(angle)
        guard whole > 1e-12 else { return from }
        let (first, second) = (sin((1 - share) * angle) / whole, sin(share * angle) / whole)
        let (start, end) = (vector(from), vector(to))
        return point(
            first * start.x + second * end.x, first * start.y + second * end.y, first * start.z + second * end.z)
    }

    private static func point(_ x: Double, _ y: Double, _ z: Double) -> GeoPoint {
        GeoPoint(lat: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, lon: atan2(y, x) * 180 / .pi)
    }

    private static func vector(_ point: GeoPoint) -> (x: Double, y: Double, z: Double) {
        let (north, east) = (point.lat * .pi / 180, point.lon * .pi / 180)
        return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }
}

extension GeoLine {
    /// A place on the line: so far along one of its parts.
    public struct Place: Equatable, Comparable, Sendable {
        /// The part that begins at the point of this number.
        public let part: Int
        /// How far along that part, from 0 to 1.
        public let share: Double

        /// A place so far along a part.
        public init(part: Int, share: Double) { (self.part, self.share) = (part, share) }

        /// Whether one lies before another one.
        public static func < (one: Place, other: Place) -> Bool { (one.part, one.share) < (other.part, other.share) }
    }

    /// Where the stops of a trip lie on its line: each as near as can be, and none before the one ahead of it.
    ///
    /// All stops are placed together, so that a line that passes a stop twice is cut at the right passage.
    public func places(of stops: [GeoPoint]) -> [Place] {
        let parts = points.count - 1
        guard parts > 0, !stops.isEmpty else { return [] }
        var costs = [Double](repeating: 0, count: parts)
        /// Where the stop before lies best, for each stop and each part that this one may lie on.
        var previous = [Int32](repeating: 0, count: parts * stops.count)
        for (number, stop) in stops.enumerated() {
            var (best, bestPart) = (Double.infinity, 0)
            for part in 0..<parts {
                if costs[part] < best { (best, bestPart) = (costs[part], part) }
                previous[number * parts + part] = Int32(bestPart)
                costs[part] = (number == 0 ? 0 : best) + nearest(to: stop, on: part).squared
            }
        }
        var part = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        var places: [Place] = []
        for number in stops.indices.reversed() {
            let share = nearest(to: stops[number], on: part).share
            // Two stops on one part of a straight line may be placed the wrong way round by a metre or so.
            if let next = places.last, next.part == part {
                places.append(Place(part: part, share: min(share, next.share)))
            } else {
                places.append(Place(part: part, share: share))
            }
            part = Int(previous[number * parts + part])
        }
        return places.reversed()
    }

    /// The part of the line between two places.
    public func cut(from start: Place, to end: Place) -> GeoLine {
        guard start <= end, points.indices.contains(end.part + 1), points.indices.contains(start.part) else {
            return GeoLine([])
        }
        var cut = [point(at: start)]
        if start.part < end.part { cut += points[(start.part + 1)...end.part] }
        cut.append(point(at: end))
        return GeoLine(cut.enumerated().filter { $0 == 0 || cut[$0 - 1] != $1 }.map(\.1))
    }

    private func point(at place: Place) -> GeoPoint {
        let (from, to) = (points[place.part], points[place.part + 1])
        return switch place.share {
        case 0: from
        case 1: to
        default: Self.between(from, to, Self.angle(from, to), place.share)
        }
    }

    /// The nearest place on one part, on a plane around the stop.
    private func nearest(to stop: GeoPoint, on part: Int) -> (share: Double, squared: Double) {
        let (from, to) = (points[part], points[part + 1])
        let width = cos(stop.lat * .pi / 180)
        let (x, y) = ((from.lon - stop.lon) * width, from.lat - stop.lat)
        let (east, north) = ((to.lon - from.lon) * width, to.lat - from.lat)
        let length = east * east + north * north
        let share = length == 0 ? 0 : min(max(-(x * east + y * north) / length, 0), 1)
        let (left, up) = (x + share * east, y + share * north)
        return (share, left * left + up * up)
    }
}
