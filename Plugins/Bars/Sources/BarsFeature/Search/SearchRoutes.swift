internal import FeatureKit
internal import SearchIndex

@Record struct Search: Equatable {
    /// A part of the name; accents and case don't matter.
    @Text(1...100) var name: String?
    /// The types that bars may have; any where there are none.
    @Text(Bar.typeLength) @Count(0...20) var type: [String] = []
    /// The latitude of a point; the nearest bars come first.
    @In(-90.0...90.0) var lat: Double?
    /// The longitude of the point.
    @In(-180.0...180.0) var lon: Double?
    /// How many metres from the point bars may be.
    @In(0.0...20_100_000.0) var within: Double?
    /// For how many people there has to be room tomorrow.
    @In(1...500) var people: Int?
    /// In which shifts there has to be room; one of them is enough, and any where there are none.
    @Text(Shift.idLength) @Count(0...12) var shift: [String] = []
    /// How many bars to reply at most.
    @In(1...100) var limit = 20
    /// The `next` of the page before.
    @Text(1...500) var after: String?
}

/// A bar that was found.
@Record struct FoundBar: Equatable {
    /// Its id.
    var id: ID<Bar>
    /// Its name.
    var name: String
    /// Its type.
    var type: String
    /// Where it is.
    var location: GeoPoint
    /// How many people it takes in one shift.
    var capacity: Int
    /// How many metres it is from the point of the search.
    var distance: Double?
    /// How many seats are free tomorrow in each shift; shifts for which it is closed are left out.
    var free: [String: Int]
}

@Routes("bars", as: "searchRoutes") extension BarsService {
    /// Finds bars by name, type, nearness and room for tomorrow.
    @Get("/", .everyone)
    func search(_ request: Search) throws -> Page<FoundBar> {
        let (question, now) = (try SearchQuestion(request, settings), clock.now)
        return index.withLock { $0.search(question, at: now) }
    }
}

/// A search that was checked.
struct SearchQuestion: Sendable {
    let query: SearchQuery
    let types: [String]
    /// For how many there has to be room; 0 where nobody asked.
    let people: Int
    /// A bit for each of the shifts in the settings.
    let shifts: UInt16

    init(_ search: Search, _ settings: Bars.Settings) throws {
        func problems(_ field: String, _ texts: [String], _ known: [String]) -> [RequestProblem] {
            texts.enumerated().flatMap { known.problems(of: $1, at: ValuePath([.member(field), .element($0)])) }
        }
        let ids = settings.shifts.map(\.id)
        try (problems("type", search.type, settings.types) + problems("shift", search.shift, ids)).refuse()
        types = Set(search.type).sorted()
        // Who names a shift alone looks for one with a free seat.
        people = search.people ?? (search.shift.isEmpty ? 0 : 1)
        shifts = settings.shifts.bits { search.shift.isEmpty || search.shift.contains($0) }
        query = try SearchQuery(
            name: search.name, lat: search.lat, lon: search.lon, within: search.within, size: people,
            filter: "\(types) \(shifts)", limit: search.limit, after: search.after)
    }
}
