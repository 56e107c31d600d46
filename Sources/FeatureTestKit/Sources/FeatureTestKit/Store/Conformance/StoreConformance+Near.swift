@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// Points on the earth.
    static let near: [Case] = [
        Case("What is near comes nearest first, with its distance") { bench in
            let things = try await bench.things()
            // A degree of latitude is 111,195 metres.
            for (id, lat) in [("far", 1.0), ("near", 0.001), ("here", 0), ("south", -0.01)] {
                try await things.insert(Thing(place: GeoPoint(lat: lat, lon: 0)), id: id)
            }
            try await things.insert(Thing(), id: "nowhere")
            let here = GeoPoint(lat: 0, lon: 0)
            let all = try await things.query(where: [.near("place", of: here)]).items
            #expect(all.map(\.id) == ["here", "near", "south", "far"])
            let metres = all.map { Int(($0.distance ?? -1).rounded()) }
            #expect(metres == [0, 111, 1_112, 111_195])
            try await things.expect(["here", "near"], .near("place", of: here, within: 500))
            try await things.expect(["here"], .near("place", of: here, within: 0))
            try await things.expect(["near", "here"], .near("place", of: GeoPoint(lat: 0.001, lon: 0), within: 112))
            #expect(try await things.query().items.allSatisfy { $0.distance == nil })
            // The distance that is shown is one within which it lies.
            let distance = try #require(all.last?.distance)
            #expect(try await things.count(where: [.near("place", of: here, within: distance)]) == 4)
            #expect(try await things.count(where: [.near("place", of: here, within: distance.nextDown)]) == 3)
        },
        Case("The earth is round at the antimeridian") { bench in
            let things = try await bench.things()
            for (id, lon) in [("east", 179.999), ("west", -179.998), ("edge", 180.0), ("other", -180.0), ("zero", 0)] {
                try await things.insert(Thing(place: GeoPoint(lat: 10, lon: lon)), id: id)
            }
            for lon in [180.0, -180] {
                let here = GeoPoint(lat: 10, lon: lon)
                try await expectRings(
                    [["edge", "other"], ["east"], ["west"]], of: things, around: here, within: 1_000)
                try await expectRings([["edge", "other"]], of: things, around: here, within: 1)
            }
            let west = GeoPoint(lat: 10, lon: -179.999)
            try await expectRings([["edge", "other", "west"], ["east"]], of: things, around: west, within: 1_000)
        },
        Case("The earth is round at the poles") { bench in
            let things = try await bench.things()
            for (id, lat, lon) in [
                ("pole", 90.0, 17.0), ("pole2", 90, -100), ("a", 89.999, 0), ("b", 89.998, 180), ("c", 89.997, -90),
                ("south", -90, 0), ("south2", -89.999, 77),
            ] { try await things.insert(Thing(place: GeoPoint(lat: lat, lon: lon)), id: id) }
            let poles: Set = ["pole", "pole2"]
            try await expectRings(
                [poles, ["a"], ["b"], ["c"]], of: things, around: GeoPoint(lat: 90, lon: -42), within: 500)
            // Over the pole.
            try await expectRings(
                [["b"], poles, ["a"]], of: things, around: GeoPoint(lat: 89.9985, lon: 180), within: 300)
            try await expectRings(
                [["south"], ["south2"]], of: things, around: GeoPoint(lat: -90, lon: 180), within: 200)
            #expect(try await things.count(where: [.near("place", of: GeoPoint(lat: -90, lon: 0))]) == 7)
        },
        Case("Any distance is taken, up to around the earth") { bench in
            let things = try await bench.things()
            for (number, place) in [(0, (0.0, 0.0)), (1, (0, 180)), (2, (45, 90)), (3, (-45, -90)), (4, (90, 0))] {
                try await things.insert(Thing(place: GeoPoint(lat: place.0, lon: place.1)), id: "\(number)")
            }
            for metres in [20_015_200.0, 40_030_000, 1e9, 1e300] {
                #expect(
                    try await things.count(where: [.near("place", of: GeoPoint(lat: 1, lon: 1), within: metres)]) == 5)
            }
            for metres in [-1.0, .nan, .infinity] {
                await expectRefusal(.misfit) {
                    _ = try await things.query(where: [.near("place", of: GeoPoint(lat: 0, lon: 0), within: metres)])
                }
            }
            for point in [GeoPoint(lat: 91, lon: 0), GeoPoint(lat: 0, lon: .nan), GeoPoint(lat: 0, lon: -181)] {
                await expectRefusal(.misfit) { _ = try await things.query(where: [.near("place", of: point)]) }
            }
            let near = StoreCondition.near("place", of: GeoPoint(lat: 0, lon: 0))
            await expectRefusal(.misused) { _ = try await things.query(where: [near], order: .by("count")) }
            await expectRefusal(.misused) { _ = try await things.query(where: [near, near]) }
        },
        Case("Pages go on by distance, and by id where it is the same") { bench in
            let things = try await bench.things()
            for number in 0..<40 {
                let lon = Double(number / 4) * (number.isMultiple(of: 2) ? 1 : -1) * 2
                try await things.insert(
                    Thing(count: number % 2, place: GeoPoint(lat: 0, lon: lon)), id: "\(10 + number)")
            }
            let near = StoreCondition.near("place", of: GeoPoint(lat: 0, lon: 0))
            for conditions in [[near], [near, .equals("count", 1)], [.equals("count", 0), near]] {
                let whole = try await things.query(where: conditions, limit: 1_000).items
                #expect(whole.count == (conditions.count == 1 ? 40 : 20))
                #expect(whole.map { $0.distance ?? 0 } == whole.map { $0.distance ?? 0 }.sorted())
                for limit in [1, 3, 40] {
                    #expect(try await things.walk(where: conditions, limit: limit) == whole.map(\.id))
                }
            }
            // One that comes nearer than the place is not shown any more, one behind it is.
            let first = try await things.query(where: [near], limit: 10)
            try await things.insert(Thing(place: GeoPoint(lat: 0, lon: 0.5)), id: "nearer")
            try await things.insert(Thing(place: GeoPoint(lat: 0, lon: 5)), id: "further")
            let rest = try await things.query(where: [near], limit: 1_000, after: first.next).items.map(\.id)
            #expect(rest.count == 31)
            #expect(rest.contains("further"))
            #expect(!rest.contains("nearer"))
        },
        Case("A point moves with its document") { bench in
            let things = try await bench.things()
            let (rome, oslo) = (GeoPoint(lat: 41.9, lon: 12.5), GeoPoint(lat: 59.9, lon: 10.7))
            try await things.insert(Thing(place: rome), id: "a")
            try await things.update("a") { $0.place = oslo }
            try await things.expect([], .near("place", of: rome, within: 1_000))
            try await things.expect(["a"], .near("place", of: oslo, within: 1_000))
            try await things.update("a") { $0.place = nil }
            try await things.expect([], .near("place", of: oslo))
            try await things.update("a") { $0.place = rome }
            try await things.delete("a")
            try await things.expect([], .near("place", of: rome))
        },
    ]

    /// Expects documents ring by ring; within one, where they lie equally far but for rounding, in any order.
    private static func expectRings(
        _ rings: [Set<String>], of things: StoredCollection<Thing>, around point: GeoPoint, within metres: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let near = StoreCondition.near("place", of: point, within: metres)
        var found = try await things.query(where: [near]).items.map(\.id)[...]
        for ring in rings {
            #expect(Set(found.prefix(ring.count)) == ring, sourceLocation: sourceLocation)
            found = found.dropFirst(ring.count)
        }
        #expect(found.isEmpty, sourceLocation: sourceLocation)
    }
}
