import Calendars
@_spi(Hosting) import FeatureKit
import LibraryTestSupport
import Seating

@testable import BarsFeature

/// Bars and sittings for the guide's tests, and the naive list that it is held against.
struct SearchTown {
    static let zones = ["Europe/Madrid", "Pacific/Auckland", "Pacific/Honolulu", nil]
    /// Names that are near each other, that fold to the same, that go over the ends of their neighbours, and a very long one.
    static let names = [
        "Bar", "bar", "BÁR", "Café del Mar", "Cafe Del Mar 2", "Taverna", "Ravioli Bar", "A", "a", "Straße",
        "Strasse 9",
        "Vermutería Ñ", "日本酒", "ba", "rba", String(repeating: "Llarg ", count: 16),
    ]

    let settings: Bars.Settings
    let schedule: Schedule
    var bars: [String: Stored<Bar>] = [:]
    /// The newest of each, by their ids.
    var sittings: [String: Stored<ShiftDay>] = [:]
    private var version: Int64 = 0

    init(overbooking: Int = 0) throws {
        var settings = Bars.Settings()
        settings.overbooking = overbooking
        self.settings = settings
        schedule = try Schedule(settings)
    }

    static func bar(_ change: (inout Bar) -> Void = { _ in }) -> Bar {
        var bar = Bar(
            name: "La Pepita", capacity: 20, type: "meat", location: GeoPoint(lat: 41.6, lon: 2.28), owner: "ada",
            made: Timestamp(nanoseconds: 0))
        change(&bar)
        return bar
    }

    static func shiftDay(
        _ bar: String, _ date: String, _ shift: String, taken: Int, fits: Int? = nil
    ) throws -> ShiftDay {
        var value: Members = [
            "bar": .text(bar), "date": .text(date), "shift": .text(shift), "taken": .integer(Int64(taken)),
            "starts": .text("2026-11-23T13:00:00Z"),
        ]
        value["fits"] = fits.map { .integer(Int64($0)) }
        return try ShiftDay.shape.completed(.object(value)).decoded(as: ShiftDay.self)
    }

    mutating func stamp() -> Int64 {
        version += 1
        return version
    }

    // MARK: - At random

    static func bar(_ random: inout SeededRandom) -> Bar {
        bar { bar in
            bar.name =
                (names.randomElement(using: &random) ?? "")
                + (Bool.random(using: &random) ? "" : " \(Int.random(in: 0...30, using: &random))")
            bar.capacity = Int.random(in: 1...30, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                bar.tables = (1...Int(bar.capacity)).map { Table(id: "\($0)", seats: 1, joins: ["\($0 + 1)"]) }
                if bar.capacity > 8 {
                    bar.tables = [Table(id: "1", seats: 4, joins: ["2"]), Table(id: "2", seats: bar.capacity - 4)]
                }
            }
            bar.type = ["meat", "fish", "pasta", "gone"].randomElement(using: &random) ?? ""
            bar.location = point(&random)
            bar.zone = zones.randomElement(using: &random) ?? nil
            if Int.random(in: 0..<3, using: &random) == 0 {
                bar.opening.days = Weekday.allCases.filter { _ in Bool.random(using: &random) }
                bar.opening.shifts = ["lunch-1", "lunch-2", "dinner-1", "dinner-2", "brunch"].filter { _ in
                    Bool.random(using: &random)
                }
                bar.opening.closures = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    let from = Day(daysSince1970: 20_780 + Int.random(in: 0...8, using: &random))
                    return Closure(
                        from: from.description, to: from.advanced(by: Int.random(in: 0...2, using: &random)).description
                    )
                }
            }
        }
    }

    /// Often one that others have as well, and often where meridians meet.
    static func point(_ random: inout SeededRandom) -> GeoPoint {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: GeoPoint(lat: 41.6, lon: 2.28)
        case 1:
            GeoPoint(lat: Double.random(in: -17 ... -16, using: &random), lon: Bool.random(using: &random) ? 180 : -180)
        case 2:
            GeoPoint(
                lat: Double.random(in: 89.9...90, using: &random), lon: Double.random(in: -180...180, using: &random))
        case 3: GeoPoint(lat: 41.6 + Double.random(in: 0...0.001, using: &random), lon: 2.28)
        default:
            GeoPoint(
                lat: Double.random(in: -90...90, using: &random), lon: Double.random(in: -180...180, using: &random))
        }
    }

    static func search(_ random: inout SeededRandom) -> Search {
        var search = Search()
        if Int.random(in: 0..<3, using: &random) == 0 {
            search.name = ["bar", "BA", "a", "é", "mar 2", "strass", "zz", "本", "rba", "llarg llarg", "1"]
                .randomElement(using: &random)
        }
        if Int.random(in: 0..<3, using: &random) == 0 { search.type = ["fish", "meat"] }
        if Bool.random(using: &random) {
            let point = point(&random)
            (search.lat, search.lon) = (point.lat, point.lon)
            if Bool.random(using: &random) { search.within = Double.random(in: 0...20_100_000, using: &random) }
        }
        if Bool.random(using: &random) { search.people = Int.random(in: 1...25, using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 { search.shift = ["lunch-1", "dinner-2"] }
        search.limit = Int.random(in: 1...9, using: &random)
        return search
    }

    // MARK: - The naive way

    /// What there is of a bar in its tomorrow, shift by shift.
    func free(_ bar: Stored<Bar>, _ now: Timestamp) throws -> [String: (seats: Int, party: Int)] {
        let day = try schedule.tomorrow(bar.document, now)
        let limit = bar.document.capacity * (100 + settings.overbooking) / 100
        var free: [String: (seats: Int, party: Int)] = [:]
        for shift in schedule.shifts where schedule.isOpen(bar.document, shift, day) {
            let shiftDay = sittings[ShiftDay.id(bar.key, day.description, shift.id).text]?.document
            let left = max(0, limit - (shiftDay?.taken ?? 0))
            // What a shiftDay says was true for the plan it was written with: no plan of now holds more than it does empty.
            let plan = SeatingPlan(
                capacity: bar.document.capacity, tables: bar.document.tables, overbooking: settings.overbooking)
            let most = plan.largestParty
            let party = bar.document.tables.isEmpty ? left : shiftDay.map { min(left, $0.fits ?? 0, most) }
            free[shift.id] = (left, party ?? most)
        }
        return free
    }

    /// Everything that a search means, in its order.
    func found(_ search: Search, _ now: Timestamp) throws -> [FoundBar] {
        let point = search.lat.map { GeoPoint(lat: $0, lon: search.lon ?? 0) }
        return try bars.values.filter { bar in
            let wanted = search.people ?? (search.shift.isEmpty ? 0 : 1)
            let free = try free(bar, now)
            return (search.name.map { bar.document.name.folded.utf8.contains($0.folded.utf8) } ?? true)
                && (search.type.isEmpty || search.type.contains(bar.document.type))
                && (search.within.map { (point?.distance(to: bar.document.location) ?? 0) <= $0 } ?? true)
                && (wanted == 0
                    || free.contains { part in
                        (search.shift.isEmpty || search.shift.contains(part.key)) && part.value.party >= wanted
                    })
        }.sorted { one, other in
            if let point {
                let (near, far) = (
                    point.distance(to: one.document.location), point.distance(to: other.document.location)
                )
                if near != far { return near < far }
            } else {
                let (left, right) = (
                    one.document.name.folded.utf8.prefix(120), other.document.name.folded.utf8.prefix(120)
                )
                if !left.elementsEqual(right) { return left.lexicographicallyPrecedes(right) }
            }
            return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
        }.map { bar in
            FoundBar(
                id: bar.key, name: bar.document.name, type: bar.document.type, location: bar.document.location,
                capacity: bar.document.capacity, distance: point?.distance(to: bar.document.location),
                free: try free(bar, now).mapValues { $0.seats })
        }
    }
}

extension Collection where Element == UInt8 {
    fileprivate func contains(_ part: some Collection<UInt8>) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}

extension BarIndex {
    func search(_ search: Search, _ settings: Bars.Settings, _ now: Timestamp) throws -> Page<FoundBar> {
        self.search(try SearchQuestion(search, settings), at: now)
    }
}
