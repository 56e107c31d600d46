@_spi(Hosting) import FeatureKit
import Seating

@testable import BarsFeature

/// A hundred thousand bars, the same ones each time: half of them in five towns, one of which lies on the antimeridian and one at
/// the pole; six of ten are called a bar; nine of ten are all but full.
struct Town {
    static let count = 100_000
    let now = Timestamp(nanoseconds: 1_795_348_800_000_000_000)
    let settings = Bars.Settings()
    let bars: [Stored<Bar>]
    let shiftDays: [Stored<ShiftDay>]

    private static let words = [
        "Pepita", "Café", "Taverna", "Can Roca", "El Racó", "La Plaça", "Bodega", "Rincón", "Sol", "Luna", "Marina",
        "Peix", "Foc", "Niu", "Xaloc", "Garbí", "Vermut", "Tapes", "Brasa", "Forn",
    ]
    private static let middles = [
        ("Granollers", 41.57, 2.26), ("Madrid", 40.41, -3.70), ("the antimeridian", -16.8, 179.97),
        ("the pole", 89.95, 0.0), ("Paris", 48.85, 2.35),
    ]

    init() throws {
        let bars = (0..<Self.count).map { Self.bar($0, version: Int64($0)) }
        // As the module reads them.
        self.bars = bars.sorted { $0.document.name.folded < $1.document.name.folded }
        var shiftDays: [Stored<ShiftDay>] = []
        for number in 0..<Self.count where number % 10 != 0 {
            let full = bars[number].document.capacity
            for shift in 0..<4 {
                shiftDays.append(
                    try Self.shiftDay(
                        number, shift, taken: shift == number % 4 ? full - 4 : full,
                        version: Int64(1_000_000 + number * 4 + shift)))
            }
        }
        self.shiftDays = shiftDays
    }

    private static func bar(_ number: Int, version: Int64, name: String? = nil) -> Stored<Bar> {
        var dice = Dice(seed: UInt64(number))
        let words = "\(words[dice.next(20)]) \(words[dice.next(20)]) \(number)"
        let made = dice.next(10) < 6 ? "Bar \(words)" : words
        var spot = GeoPoint(
            lat: Double(dice.next(170_000)) / 1_000 - 85, lon: Double(dice.next(360_000)) / 1_000 - 180)
        if dice.next(2) == 0 {
            let (_, lat, lon) = middles[dice.next(5)]
            spot = GeoPoint(
                lat: min(90, lat + Double(dice.next(10_000)) / 100_000 - 0.05),
                lon: (lon + Double(dice.next(10_000)) / 100_000 - 0.05).remainder(dividingBy: 360))
        }
        return Stored(
            id: "bar-\(number)", version: version,
            document: Bar(
                name: name ?? made, capacity: 10 + dice.next(90),
                type: ["meat", "fish", "pasta", "fast"][dice.next(4)], location: spot, owner: "ada",
                made: Timestamp(nanoseconds: 0)))
    }

    private static func shiftDay(
        _ number: Int, _ shift: Int, taken: Int, version: Int64
    ) throws -> Stored<ShiftDay> {
        let (bar, date, shift) = ("bar-\(number)", "2026-11-23", Shift.usual[shift].id)
        let value: Value = [
            "bar": .text(bar), "date": .text(date), "shift": .text(shift), "starts": "2026-11-23T13:00:00Z",
            "taken": .integer(Int64(taken)),
        ]
        return Stored(
            id: "\(bar)/\(date)/\(shift)", version: version,
            document: try ShiftDay.shape.completed(value).decoded(as: ShiftDay.self))
    }

    /// A row of tables of two and four, each of which can be pushed to the next.
    func plan(tables: Int) -> SeatingPlan {
        let tables = (0..<tables).map { Table(id: "\($0)", seats: $0 % 3 == 0 ? 4 : 2, joins: ["\($0 + 1)"]) }
        return SeatingPlan(capacity: tables.seats, tables: tables)
    }

    /// What happens to the index, each of it many times.
    func edits() throws -> [(String, (Int, inout BarIndex) -> Void)] {
        let renamed = (0..<2_000).map {
            Self.bar($0 * 37, version: Int64(10_000_000 + $0), name: "Renamed \($0)")
        }
        let taken = try (0..<2_000).map {
            try Self.shiftDay($0 * 41, 0, taken: 3, version: Int64(20_000_000 + $0))
        }
        return [
            ("another name", { $1.update(renamed[$0]) }),
            ("a shift", { $1.update(taken[$0]) }),
            ("a bar taken away", { $1.remove(ID("bar-\($0 * 43)")) }),
        ]
    }

    static var searches: [(String, Search)] {
        var all: [(String, Search)] = []
        func add(_ name: String, _ change: (inout Search) -> Void) {
            var search = Search()
            change(&search)
            all.append((name, search))
        }
        add("everything") { _ in }
        add("a name that many have") { $0.name = "bar" }
        add("one letter") { $0.name = "a" }
        add("one letter that nobody has") { $0.name = "q" }
        add("a name that some have") { $0.name = "pepita" }
        add("a name that one has") { $0.name = "99997" }
        add("a name that nobody has") { $0.name = "zzyzx" }
        add("a name of parts that many have, and nobody has") { $0.name = "barar" }
        add("type and room") { ($0.type, $0.people) = (["fish"], 4) }
        add("room that few have") { $0.people = 95 }
        add("room that nobody has") { $0.people = 300 }
        add("room in one shift") { ($0.people, $0.shift) = (40, ["dinner-1"]) }
        add("a name that many have, room that few have") { ($0.name, $0.people) = ("a", 95) }
        for (name, lat, lon) in middles { add("near \(name)") { ($0.lat, $0.lon) = (lat, lon) } }
        add("near nothing") { ($0.lat, $0.lon) = (-45, -130) }
        add("near, a hundred at once") { ($0.lat, $0.lon, $0.limit) = (41.6, 2.28, 100) }
        add("near, within 800 m") { ($0.lat, $0.lon, $0.within) = (41.6, 2.28, 800) }
        add("near, a name that many have") { ($0.lat, $0.lon, $0.name) = (41.6, 2.28, "bar") }
        add("near, a name that one has") { ($0.lat, $0.lon, $0.name) = (41.6, 2.28, "99997") }
        add("near, type and room") { ($0.lat, $0.lon, $0.type, $0.people) = (41.6, 2.28, ["fish", "meat"], 4) }
        add("near, room that few have") { ($0.lat, $0.lon, $0.people) = (41.6, 2.28, 95) }
        add("near, name and room that few have") { ($0.lat, $0.lon, $0.people, $0.name) = (41.6, 2.28, 95, "a") }
        return all
    }
}

/// The same numbers each time (xorshift).
private struct Dice {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for _ in 0..<3 { _ = next(2) }
    }

    mutating func next(_ count: UInt64) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 11) % Int(count)
    }
}
