public import FeatureKit

/// An area that somebody comes to and leaves.
public struct Fence: Sendable, Equatable {
    /// What a fence encloses.
    public enum Shape: Sendable, Equatable {
        /// So many metres around a point.
        case circle(GeoPoint, radius: Double)
        /// What the first ring encloses, without what the others do; rings close by themselves.
        case polygon([[GeoPoint]])
        /// So many metres to both sides of a line.
        case corridor([GeoPoint], width: Double)
    }

    /// The most points of a polygon or a line.
    public static let mostPoints = 10_000
    /// The largest radius and width in metres.
    public static let mostReach = 100_000.0

    /// What tells the fence from the others.
    public let id: String
    /// What it encloses.
    public let shape: Shape
    /// Of several at once the one with the lowest comes first.
    public let order: Int
    /// A box around it.
    let box: GeoBox
    /// Its rings, or its line; a circle is a line of one point.
    let outline: Outline

    /// Describes a fence; nil where its shape is none: too few or too many points, or a size that is not above zero.
    public init?(id: String, _ shape: Shape, order: Int = 0) {
        let (lines, reach, fewest): ([[GeoPoint]], Double?, Int) =
            switch shape {
            case .circle(let center, let radius): ([[center]], radius, 1)
            case .polygon(let rings): (rings, nil, 3)
            case .corridor(let line, let width): ([line], width, 2)
            }
        guard !lines.isEmpty, lines.allSatisfy({ $0.count >= fewest }),
            reach.map({ $0 > 0 && $0 <= Self.mostReach }) ?? true, lines.reduce(0, { $0 + $1.count }) <= Self.mostPoints
        else { return nil }
        (self.id, self.shape, self.order) = (id, shape, order)
        box = GeoBox(around: lines[0], reach: reach ?? 0)
        outline = Outline(lines, reach: reach)
    }

    /// How far a point is from the edge, in metres: below zero within the fence.
    public func distance(from point: GeoPoint) -> Double { outline.distance(from: Plane(around: point)) }

    /// Whether a place that may be off by `accuracy` metres is within it; one that is off by more than `most` says nothing.
    public func contains(_ point: GeoPoint, accuracy: Double = 0, upTo most: Double) -> Bool {
        (0...min(most, Geofences.reach)).contains(accuracy) && outline.reaches(Plane(around: point), within: accuracy)
    }
}
