@_spi(Hosting) import FeatureKit
import Testing

@testable import BarsFeature

/// What is found near a point where bars fill many shelves, held against a list that is put in order the plain way.
struct NearTests {
    /// Towns as tight as streets, on both sides of the antimeridian, around a pole, and bars strewn over all of the ball.
    static func point(_ dice: inout Dice) -> GeoPoint {
        let wide = Double.random(in: -0.05...0.05, using: &dice)
        let high = Double.random(in: -0.05...0.05, using: &dice)
        return switch Int.random(in: 0..<6, using: &dice) {
        case 0: GeoPoint(lat: 41.6 + high, lon: 2.28 + wide)
        case 1: GeoPoint(lat: -16.8 + high, lon: (180 + wide).remainder(dividingBy: 360))
        case 2: GeoPoint(lat: -90 + abs(high), lon: Double.random(in: -180...180, using: &dice))
        // The middle of the ball's map: where each axis is halved first.
        case 3: GeoPoint(lat: high, lon: wide)
        // One house with many bars: more than a shelf of them.
        case 4: GeoPoint(lat: 40.4, lon: -3.7)
        default:
            GeoPoint(lat: Double.random(in: -90...90, using: &dice), lon: Double.random(in: -180...180, using: &dice))
        }
    }

    private struct Way {
        let id: String
        let distance: Double
    }

    private static func plain(_ bars: [String: Bar], near point: GeoPoint, _ search: Search) -> [Way] {
        bars.filter { bar in
            (search.name.map { bar.value.name.folded.contains($0.folded) } ?? true)
                && (search.type.isEmpty || search.type.contains(bar.value.type))
        }.map { Way(id: $0.key, distance: point.distance(to: $0.value.location)) }
            .filter { $0.distance <= search.within ?? .infinity }
            .sorted { one, other in
                if one.distance != other.distance { return one.distance < other.distance }
                return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
            }
    }

    @Test(arguments: Dice.seeds(4))
    func `the nearest come first and page after page, wherever shelves end`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let town = try GuideTown()
        var guide = Guide(town.settings, town.hours)
        var bars: [String: Bar] = [:]
        for version in 1...6_000 {
            let id = "bar-\(Int.random(in: 0..<3_500, using: &dice))"
            // Some move, and shelves have to let go of where they were.
            let bar = GuideTown.bar {
                $0.name = "Bar \(version % 40)"
                $0.type = ["meat", "fish"].randomElement(using: &dice) ?? ""
                $0.location = Self.point(&dice)
            }
            bars[id] = bar
            guide.show(Stored(id: id, version: Int64(version), document: bar))
        }
        for id in bars.keys.sorted().shuffled(using: &dice).prefix(500) {
            bars[id] = nil
            guide.drop(id)
        }
        try #require(guide.view.bySpot.all.count > 8)
        for _ in 0..<30 {
            var search = Search()
            let point = Self.point(&dice)
            (search.lat, search.lon, search.limit) = (point.lat, point.lon, Int64.random(in: 1...100, using: &dice))
            if Int.random(in: 0..<3, using: &dice) == 0 {
                search.within = [0, 1, 800, 5_000, 1_000_000, 20_100_000].randomElement(using: &dice)
            }
            if Int.random(in: 0..<3, using: &dice) == 0 { search.type = ["fish"] }
            if Int.random(in: 0..<4, using: &dice) == 0 {
                search.name = ["bár 1", "17", "39", "zz"].randomElement(using: &dice)
            }
            let expected = Self.plain(bars, near: point, search)
            var seen = 0
            // Deep enough that whole shelves lie before the page.
            for _ in 0..<12 {
                let page = try guide.search(search, town.settings, GuideTests.now)
                let rest = expected.dropFirst(seen).prefix(Int(search.limit))
                try #require(page.items.map(\.id) == rest.map(\.id), "seed \(seed): \(search)")
                try #require(page.items.map(\.distance) == rest.map(\.distance), "seed \(seed): \(search)")
                seen += page.items.count
                #expect((page.next != nil) == (seen < expected.count), "seed \(seed): \(search)")
                search.after = page.next
                guard page.next != nil else { break }
            }
        }
    }

    @Test(arguments: Dice.seeds(4))
    func `no spot in a box is nearer than the box may hold, nor further`(seed: UInt64) {
        var dice = Dice(seed: seed)
        for _ in 0..<200 {
            let from = Self.point(&dice).spot
            let spots = (0..<Int.random(in: 1...40, using: &dice)).map { _ in Self.point(&dice).spot }
            var box = SpotBox()
            for spot in spots { box.take(spot) }
            for spot in spots {
                let squared = Chord.squared(spot, from)
                #expect(box.least(from: from) <= squared && squared <= box.most(from: from))
            }
        }
    }
}
