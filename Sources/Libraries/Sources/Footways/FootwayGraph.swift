internal import Columns
public import FeatureKit
public import Geography
internal import Ways

/// Ways for people on foot on the map, which meet where their lines share a point.
public struct FootwayGraph: Sendable {
    /// How far apart the places are at most at which people come to a way or leave it, in metres.
    private static let gap = 10.0
    /// How far from a way people are still beside it, in metres.
    private static let beside = 50.0
    /// The most places.
    private static let mostPlaces = 1_000_000

    private let places: GeoIndex
    private let links: Groups<Link>
    private let arena = Arena()

    /// The lines among features, but those whose property `foot` is `no`; other features are no ways.
    public init(_ features: [GeoFeature]) {
        var (numbers, index) = ([GeoPoint: UInt32](), GeoIndex())
        var links: [(group: UInt32, value: Link)] = []
        for case (.line(let line), let properties) in features.map({ ($0.geometry, $0.properties) })
        where properties["foot"] != "no" {
            var last: (number: UInt32, point: GeoPoint)?
            for point in line.dense(every: Self.gap).points where numbers.count < Self.mostPlaces {
                let number = numbers[point] ?? UInt32(numbers.count)
                if number == numbers.count {
                    numbers[point] = number
                    index.insert(point, id: "", number: Int(number))
                }
                if let last {
                    let length = Self.decimetres(GeoLine.distance(last.point, point))
                    links.append((last.number, Link(to: number, length: length)))
                    links.append((number, Link(to: last.number, length: length)))
                }
                last = (number, point)
            }
        }
        (places, self.links) = (index, arena.groups(links, count: numbers.count))
    }

    private static func decimetres(_ metres: Double) -> Int32 { Int32((metres * 10).rounded()) }

    /// Whether a point lies beside a way.
    public func isBeside(_ point: GeoPoint) -> Bool { place(of: point) != nil }

    private func place(of point: GeoPoint) -> GeoIndex.Hit? { places.nearest(1, to: point, within: Self.beside).first }

    /// How far it is to other points along the ways, in metres; nil where one of both is not beside a way, or it is
    /// further than `most`, which is 20 km at most.
    public func distances(from point: GeoPoint, to others: [GeoPoint], most: Double) -> [Double?] {
        guard let start = place(of: point) else { return others.map { _ in nil } }
        let lengths = links.lengths(
            from: start.number, places: places.count, most: Self.decimetres(min(max(most, 0), 20_000)))
        return others.map { other in
            guard let end = place(of: other), lengths[end.number] < .max else { return nil }
            let metres = start.distance + Double(lengths[end.number]) / 10 + end.distance
            return metres <= most ? metres : nil
        }
    }
}
