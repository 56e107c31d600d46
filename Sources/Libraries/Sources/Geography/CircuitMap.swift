internal import FeatureKit

/// A circuit's map: its outline, sectors, straights, corners, zones and points of interest.
///
/// Each feature says what it is by its property `kind`; sectors, corners and zones have a `number`.
public struct CircuitMap: Equatable, Sendable {
    /// How far a corner, a straight or a sector may be from the outline, in metres.
    private static let farthest = 50.0

    /// What a feature is.
    public enum Kind: String, CaseIterable, Sendable {
        case track, sector, straight, corner, zone, poi

        fileprivate var isNumbered: Bool { [.sector, .corner, .zone].contains(self) }
    }

    /// What is wrong with a map, with its place.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        /// The place and the reason.
        public let description: String

        /// Makes a problem.
        public init(_ description: String) { self.description = description }
    }

    /// All that is on it; the outline has its `length` in metres.
    public let features: [GeoFeature]
    /// The outline, which ends where it begins.
    public let outline: GeoLine

    /// Checks what is on a map.
    public init(_ features: [GeoFeature]) throws(Problem) {
        let kinds = try features.enumerated().map { index, feature throws(Problem) in
            try Self.kind(of: feature, at: "features[\(index)]")
        }
        let outlines = zip(features, kinds).filter { $0.1 == .track }
        guard outlines.count == 1, case .line(let line)? = outlines.first?.0.geometry, line.isClosed
        else { throw Problem("expected one LineString of kind track that ends where it begins") }
        var numbers: Set<String> = []
        for (index, (feature, kind)) in zip(features, kinds).enumerated() {
            let place = "features[\(index)]"
            if kind.isNumbered {
                guard case .integer(let number)? = feature.properties["number"], (0...65_535).contains(number) else {
                    throw Problem("\(place).properties.number: a \(kind) has a whole number")
                }
                guard numbers.insert("\(kind) \(number)").inserted else {
                    throw Problem("\(place).properties.number: there is \(kind) \(number) already")
                }
            }
            guard [.sector, .straight, .corner].contains(kind) else { continue }
            let points = feature.geometry.points
            guard points.allSatisfy({ line.distance(to: $0).map { $0 <= Self.farthest } ?? false }) else {
                throw Problem("\(place): this \(kind) is more than 50 m from the track")
            }
        }
        outline = line
        self.features = features.map { feature in
            var feature = feature
            if feature.properties["kind"] == "track" { feature.properties["length"] = .number(line.length.rounded()) }
            return feature
        }
    }

    private static func kind(of feature: GeoFeature, at place: String) throws(Problem) -> Kind {
        guard case .text(let word)? = feature.properties["kind"], let kind = Kind(rawValue: word) else {
            let words = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem("\(place).properties.kind: expected one of \(words)")
        }
        let isFit =
            switch (kind, feature.geometry) {
            case (.track, .line), (.sector, .line), (.straight, .line), (.corner, .point), (.poi, .point),
                (.zone, .polygon):
                true
            default: false
            }
        guard isFit else { throw Problem("\(place).geometry: not one that a \(word) has") }
        return kind
    }
}

extension GeoFeature.Geometry {
    fileprivate var points: [GeoPoint] {
        switch self {
        case .point(let point): [point]
        case .line(let line): line.points
        case .polygon(let rings): rings.flatMap(\.points)
        }
    }
}
