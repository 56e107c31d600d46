public import FeatureKit

/// A thing on the map with what is known of it (RFC 7946).
public struct GeoFeature: Equatable, Sendable {
    /// Where it is.
    public enum Geometry: Equatable, Sendable {
        case point(GeoPoint)
        case line(GeoLine)
        /// The outer ring first, then its holes; each is closed.
        case polygon([GeoLine])
    }

    /// Where it is.
    public var geometry: Geometry
    /// What is known of it.
    public var properties: Members

    /// Makes a feature.
    public init(_ geometry: Geometry, _ properties: Members = Members()) {
        self.geometry = geometry
        self.properties = properties
    }
}

/// Why a text is not GeoJSON that can be used.
public struct GeoJSONProblem: Error, Equatable, CustomStringConvertible {
    /// Where in it, such as `features[2].geometry`.
    public let path: String
    /// What is wrong there.
    public let reason: String

    /// The place and the reason.
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

/// Reads and writes collections of features; points, lines and polygons without heights.
public enum GeoJSON {
    /// How many points a collection may have.
    public static let mostPoints = 100_000

    /// The features of a collection, from its JSON.
    public static func features(_ value: Value) throws(GeoJSONProblem) -> [GeoFeature] {
        guard value["type"] == "FeatureCollection", case .list(let list)? = value["features"] else {
            throw GeoJSONProblem(path: "", reason: "expected a FeatureCollection with a list of features")
        }
        var room = mostPoints
        var features: [GeoFeature] = []
        for (index, value) in list.enumerated() {
            features.append(try feature(value, at: "features[\(index)]", room: &room))
        }
        return features
    }

    /// A collection as JSON.
    public static func value(_ features: [GeoFeature]) -> Value {
        ["type": "FeatureCollection", "features": .list(features.map(value))]
    }

    private static func feature(
        _ value: Value, at path: String, room: inout Int
    ) throws(GeoJSONProblem) -> GeoFeature {
        guard value["type"] == "Feature" else { throw GeoJSONProblem(path: path, reason: "expected a Feature") }
        let properties: Members
        switch value["properties"] {
        case .object(let members)?: properties = members
        case .null?, nil: properties = Members()
        default: throw GeoJSONProblem(path: "\(path).properties", reason: "expected a mapping")
        }
        let path = "\(path).geometry"
        guard let geometry = value["geometry"], case .list(let list)? = geometry["coordinates"] else {
            throw GeoJSONProblem(path: path, reason: "expected a geometry with coordinates")
        }
        switch geometry["type"] {
        case "Point": return GeoFeature(.point(try point(.list(list), at: path, room: &room)), properties)
        case "LineString":
            let line = try line(list, at: path, room: &room)
            guard line.points.count >= 2 else { throw GeoJSONProblem(path: path, reason: "a line has two points") }
            return GeoFeature(.line(line), properties)
        case "Polygon":
            var rings: [GeoLine] = []
            for value in list {
                guard case .list(let points) = value, case let ring = try line(points, at: path, room: &room),
                    ring.isClosed
                else { throw GeoJSONProblem(path: path, reason: "a ring has four points and ends where it begins") }
                rings.append(ring)
            }
            guard !rings.isEmpty else { throw GeoJSONProblem(path: path, reason: "a polygon has a ring") }
            return GeoFeature(.polygon(rings), properties)
        default: throw GeoJSONProblem(path: path, reason: "expected a Point, a LineString or a Polygon")
        }
    }

    private static func line(
        _ list: [Value], at path: String, room: inout Int
    ) throws(GeoJSONProblem) -> GeoLine {
        var points: [GeoPoint] = []
        for value in list { points.append(try point(value, at: path, room: &room)) }
        return GeoLine(points)
    }

    private static func point(_ value: Value, at path: String, room: inout Int) throws(GeoJSONProblem) -> GeoPoint {
        room -= 1
        guard room >= 0 else { throw GeoJSONProblem(path: path, reason: "more than \(mostPoints) points") }
        // A third number is the height.
        guard case .list(let pair) = value, (2...3).contains(pair.count), let lon = pair[0].double,
            let lat = pair[1].double, case let point = GeoPoint(lat: lat, lon: lon), point.isOnMap
        else { throw GeoJSONProblem(path: path, reason: "a point is a longitude and a latitude in degrees") }
        return point
    }

    private static func value(_ feature: GeoFeature) -> Value {
        let (type, coordinates): (Value, Value) =
            switch feature.geometry {
            case .point(let point): ("Point", value(point))
            case .line(let line): ("LineString", value(line))
            case .polygon(let rings): ("Polygon", .list(rings.map(value)))
            }
        return [
            "type": "Feature", "geometry": ["type": type, "coordinates": coordinates],
            "properties": .object(feature.properties),
        ]
    }

    private static func value(_ line: GeoLine) -> Value { .list(line.points.map(value)) }
    private static func value(_ point: GeoPoint) -> Value { [.number(point.lon), .number(point.lat)] }
}

extension Value {
    fileprivate var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
