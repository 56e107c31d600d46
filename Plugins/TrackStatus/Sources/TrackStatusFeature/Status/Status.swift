internal import FeatureKit

/// What the flags say now: on the track as a whole, in each zone and in each sector, and whose word that is.
struct Status: Shaped, Codable, Equatable {
    static let longestMessage = 500
    static let longestRoute = 200
    static let longestForecast = 200
    static let longestProblem = 500

    var mode: Mode
    var ending: Bool
    var stale: Bool
    var source: Source?
    var since: Timestamp
    var validUntil: Timestamp?
    /// 0 until whoever publishes it gives it one.
    var revision = 0
    var look: Look
    var message: String?
    var temperature: Double?
    var humidity: Double?
    var wind: Double?
    var forecast: String?
    var evacuation: Evacuation?
    var zones: [Zone]
    var sectors: [Sector]
    var sources: Sources

    static let shape = Shape.object([
        Field("mode", .choice(of: Mode.self), "The worst zone's mode; where stale, the last known warning or unknown."),
        Field("ending", .boolean, "Whether the safety car, virtual or not, is about to go."),
        Field("stale", .boolean, "Whether nobody who counts says so any more; never with normal."),
        Field(
            "source", .choice(of: Source.self), "Whose word it goes back to, once anybody said something.",
            optional: true),
        Field("since", .timestamp, "When mode or stale last changed."),
        Field("validUntil", .timestamp, "Until when this mode holds if nothing more is heard.", optional: true),
        Field("revision", .integer(in: 1 ... .max), "Grows with each status, also across restarts."),
        Field("look", .of(Look.self), "How to draw the mode."),
        Field("message", .text(length: 1...longestMessage), "What who says so adds.", optional: true),
        Field("temperature", .number(), "In °C: the network's, else the median of the beacons'.", optional: true),
        Field("humidity", .number(), "In %.", optional: true),
        Field("wind", .number(), "As the network says it.", optional: true),
        Field("forecast", .text(length: 1...longestForecast), "As the network says it.", optional: true),
        Field("evacuation", .of(Evacuation.self), "The evacuation that holds.", optional: true),
        Field("zones", .list(of: .of(Zone.self), count: 0...TrackState.mostZones), "Each zone, by number."),
        Field(
            "sectors", .list(of: .of(Sector.self), count: 0...NetworkWord.mostSectors),
            "Each sector that the network speaks of, by number."),
        Field("sources", .of(Sources.self), "What each source says by itself."),
    ])
}

extension Status {
    /// How to draw a mode: `GET /tokens` has the colours.
    struct Look: Shaped, Codable, Equatable {
        var color: Tint
        var symbol: Symbol

        init(_ mode: Mode) { (color, symbol) = (mode.tint, mode.symbol) }

        static let shape = Shape.object([
            Field("color", .choice(of: Tint.self), "Its colour."),
            Field("symbol", .choice(of: Symbol.self), "What tells modes apart where colours can't."),
        ])
    }

    struct Evacuation: Shaped, Codable, Equatable {
        var confirmed: Bool
        var since: Timestamp
        var zones: [Int]
        var message: String?
        var route: String?
        var kept: Bool
        var clearingUntil: Timestamp?

        init(_ standing: EvacuationStanding) {
            confirmed = standing.confirmed
            since = standing.since
            zones = standing.zones.sorted()
            message = standing.message
            route = standing.route
            kept = standing.kept
            clearingUntil = standing.clearingUntil
        }

        static let shape = Shape.object([
            Field("confirmed", .boolean, "Whether more than a single beacon says so."),
            Field("since", .timestamp, "When it was raised."),
            Field(
                "zones", .list(of: .integer(in: NamedZone.numbers), count: 0...TrackState.mostZones),
                "Where; nowhere named is everywhere."),
            Field("message", .text(length: 1...longestMessage), "What people are told.", optional: true),
            Field("route", .text(length: 1...longestRoute), "The way out.", optional: true),
            Field("kept", .boolean, "Whether it lies in the store, and outlives whatever happens to the host."),
            Field("clearingUntil", .timestamp, "Until when the second step of clearing counts.", optional: true),
        ])
    }

    struct Zone: Shaped, Codable, Equatable {
        let zone: Int
        var name: String?
        var mode: Mode
        var stale: Bool
        var source: Source?
        var since: Timestamp
        var validUntil: Timestamp?
        var message: String?

        static let shape = Shape.object([
            Field("zone", .integer(in: NamedZone.numbers), "The zone's number."),
            Field("name", .text(length: 1...64), "What the settings call it.", optional: true),
            Field("mode", .choice(of: Mode.self), "What counts there; where stale, the last known warning."),
            Field("stale", .boolean, "Whether nobody who counts says so any more."),
            Field("source", .choice(of: Source.self), "Whose word it goes back to.", optional: true),
            Field("since", .timestamp, "When mode or stale last changed."),
            Field("validUntil", .timestamp, "Until when this mode holds if nothing more is heard.", optional: true),
            Field("message", .text(length: 1...longestMessage), "What staff say of this zone alone.", optional: true),
        ])
    }

    struct Sector: Shaped, Codable, Equatable {
        let sector: Int
        var mode: Mode
        var stale: Bool
        var since: Timestamp

        static let shape = Shape.object([
            Field("sector", .integer(in: NetworkWord.sectors), "The sector's number."),
            Field("mode", .choice(of: Mode.self), "Its flag."),
            Field("stale", .boolean, "Whether the network says nothing any more."),
            Field("since", .timestamp, "When mode or stale last changed."),
        ])
    }
}
