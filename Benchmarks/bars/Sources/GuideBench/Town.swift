@_spi(Hosting) import FeatureKit

@testable import BarsFeature

/// A hundred thousand bars, the same ones each time: half of them in the middle of five towns, one of which lies on the antimeridian
/// and one at the pole; six of ten are called a bar; of forty all shifts but one are full.
final class Town {
    static let count = 100_000
    let now = Timestamp("2026-11-22T12:00:00Z") ?? Timestamp(nanoseconds: 0)
    private(set) var milliseconds = 0

    static let words = [
        "Pepita", "Café", "Taverna", "Can Roca", "El Racó", "La Plaça", "Bodega", "Rincón", "Sol", "Luna", "Marina",
        "Peix", "Foc",
        "Niu", "Xaloc", "Garbí", "Vermut", "Tapes", "Brasa", "Forn",
    ]
    static let middles = [(41.57, 2.26), (40.41, -3.70), (-16.8, 179.99), (89.99, 0.0), (48.85, 2.35)]

    func bar(_ number: Int, version: Int64, name: String? = nil) -> Stored<Bar> {
        var random = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ below: UInt64) -> UInt64 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return random % below
        }
        _ = next(2)
        _ = next(2)
        let word = Self.words[Int(next(20))] + " " + Self.words[Int(next(20))]
        let made = next(10) < 6 ? "Bar \(word) \(number)" : "\(word) \(number)"
        let spot: GeoPoint
        if next(2) == 0 {
            let middle = Self.middles[Int(next(5))]
            spot = GeoPoint(
                lat: min(90, middle.0 + Double(next(10_000)) / 100_000),
                lon: middle.1 + Double(next(10_000)) / 100_000 - 0.05)
        } else {
            spot = GeoPoint(lat: Double(next(170_000)) / 1_000 - 85, lon: Double(next(360_000)) / 1_000 - 180)
        }
        return Stored(
            id: "bar-\(number)", version: version,
            document: Bar(
                name: name ?? made, capacity: Int64(10 + next(90)),
                type: ["meat", "fish", "pasta", "fast"][Int(next(4))],
                location: GeoPoint(lat: spot.lat, lon: spot.lon > 180 ? spot.lon - 360 : spot.lon), owner: "o",
                made: now))
    }

    func sitting(_ number: Int, _ shift: Int, taken: Int64, version: Int64) -> Stored<Sitting> {
        let value: Value = [
            "bar": .text("bar-\(number)"), "date": .text("2026-11-23"), "shift": .text(Shift.usual[shift].id),
            "taken": .integer(taken), "waiting": 0, "line": 0, "parties": [], "starts": "2026-11-23T13:00:00Z",
        ]
        guard let sitting = try? value.decoded(as: Sitting.self) else { fatalError() }
        return Stored(
            id: Sitting.id("bar-\(number)", "2026-11-23", Shift.usual[shift].id), version: version, document: sitting)
    }

    func guide() throws -> Guide {
        let settings = Bars.Settings()
        var guide = Guide(settings, try Hours(settings))
        let bars = (0..<Self.count).map { bar($0, version: Int64($0)) }
        var sittings: [Stored<Sitting>] = []
        // Nine of ten bars have something taken, and are all but full for three shifts of four.
        for number in 0..<Self.count where number % 10 != 0 {
            for shift in 0..<4 {
                let full = bars[number].document.capacity
                sittings.append(
                    sitting(
                        number, shift, taken: shift == number % 4 ? full - 4 : full,
                        version: Int64(1_000_000 + number * 4 + shift)))
            }
        }
        let start = nanoseconds()
        for bar in bars { guide.show(bar) }
        let middle = nanoseconds()
        for sitting in sittings { guide.show(sitting) }
        print("bars \((middle - start) / 1_000_000) ms, sittings \((nanoseconds() - middle) / 1_000_000) ms")
        milliseconds = Int((nanoseconds() - start) / 1_000_000)
        return guide
    }

    static var searches: [(String, Search)] {
        var all: [(String, Search)] = []
        func add(_ name: String, _ change: (inout Search) -> Void) {
            var search = Search()
            change(&search)
            all.append((name, search))
        }
        add("everything") { _ in }
        add("name: bar (6 of 10)") { $0.name = "bar" }
        add("name: a") { $0.name = "a" }
        add("name: pepita") { $0.name = "pepita" }
        add("name: rare (99997)") { $0.name = "99997" }
        add("name: nobody's") { $0.name = "zzyzx" }
        add("name: one letter nobody has") { $0.name = "q" }
        add("type and room for 4") { ($0.type, $0.people) = (["fish"], 4) }
        add("room for 90 (few)") { $0.people = 90 }
        add("room for 300 (none)") { $0.people = 300 }
        add("room for 40 in one shift") { ($0.people, $0.shift) = (40, ["dinner-1"]) }
        add("name: bar, room for 95") { ($0.name, $0.people) = ("bar", 95) }
        add("name: a, room for 99") { ($0.name, $0.people) = ("a", 99) }
        for (index, middle) in middles.enumerated() {
            add("near \(["Granollers", "Madrid", "the antimeridian", "the pole", "Paris"][index])") {
                ($0.lat, $0.lon) = (middle.0, middle.1)
            }
        }
        add("near nothing (South Pacific)") { ($0.lat, $0.lon) = (-45, -130) }
        add("near, 100 at once") { ($0.lat, $0.lon, $0.limit) = (41.6, 2.28, 100) }
        add("near, within 800") { ($0.lat, $0.lon, $0.within) = (41.6, 2.28, 800) }
        add("near, name: bar") { ($0.lat, $0.lon, $0.name) = (41.6, 2.28, "bar") }
        add("near, name: a") { ($0.lat, $0.lon, $0.name) = (41.6, 2.28, "a") }
        add("near, name: rare") { ($0.lat, $0.lon, $0.name) = (41.6, 2.28, "99997") }
        add("near, type, room for 4") { ($0.lat, $0.lon, $0.type, $0.people) = (41.6, 2.28, ["fish", "meat"], 4) }
        add("near, room for 95 (few)") { ($0.lat, $0.lon, $0.people) = (41.6, 2.28, 95) }
        add("near, name: a, room for 95 (few)") { ($0.lat, $0.lon, $0.people, $0.name) = (41.6, 2.28, 95, "a") }
        return all
    }
}
