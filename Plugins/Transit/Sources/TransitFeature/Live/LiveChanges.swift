internal import FeatureKit
internal import TransitContracts
internal import TransitEngine

/// What is live in one timetable: changes of trips, alerts, vehicles.
struct LiveChanges: Sendable {
    var updates: [TripUpdate] = []
    var alerts: [LiveAlert] = []
    var vehicles: [LiveVehicle] = []
    /// How often a trip was named that the timetable does not have.
    var unknownTrips = 0
    /// How often a stop was named that the timetable, or the trip, does not have.
    var unknownStops = 0
}

/// Something that an agency announces, with what it is about as numbers of the timetable.
struct LiveAlert: Equatable, Sendable {
    /// What an alert is about: what is named has to be so together.
    struct Matter: Hashable, Sendable {
        var line: UInt32?
        var stop: UInt32?
        /// The id of a trip.
        var trip: String?
    }

    var id: String
    var matters: Set<Matter>
    /// The text by language; the empty one is the text without a language.
    var texts: [String: String]
    var severity: AlertSeverity
    /// When it holds, in seconds since 1970; always where there is none.
    var periods: [ClosedRange<Int>]

    /// The lines that it names.
    var lines: Set<UInt32> { Set(matters.compactMap(\.line)) }

    /// Whether it holds at some moment of a stretch.
    func holds(_ stretch: ClosedRange<Int>) -> Bool {
        periods.isEmpty || periods.contains { $0.overlaps(stretch) }
    }

    /// The text in a language, else in Spanish, else in any.
    func text(in language: String) -> String {
        let language = language.lowercased()
        return texts[language] ?? texts[String(language.prefix { $0 != "-" })] ?? texts["es"] ?? texts[""]
            ?? texts.min { $0.key < $1.key }?.value ?? ""
    }

    /// The alert as others read it.
    func announcement(_ snapshot: Snapshot, in language: String = "es") -> ServiceAlert {
        ServiceAlert(
            id: id, lines: lines.sorted().prefix(500).map { snapshot.planned.lines[Int($0)].id },
            stops: Set(matters.compactMap(\.stop)).sorted().prefix(500).map { snapshot.index.stops[Int($0)].id },
            message: String(text(in: language).prefix(4_000)), severity: severity, isOver: false)
    }

    /// Whether one is told before another one: the worst first.
    static func isWorse(_ one: LiveAlert, _ other: LiveAlert) -> Bool {
        let order: [AlertSeverity] = [.severe, .warning, .info]
        return (order.firstIndex(of: one.severity) ?? 0, one.id) < (order.firstIndex(of: other.severity) ?? 0, other.id)
    }
}

/// A vehicle on a trip: where it is, and how full.
struct LiveVehicle: Sendable {
    /// The id of its trip, with the prefix.
    var trip: String
    /// The service day and the planned start in seconds; nil where they are not said and can't be known.
    var day: Int?
    var start: Int32?
    /// Where it is.
    var position: VehiclePosition?
    /// From 0 to 8, as GTFS-realtime counts.
    var occupancy: Int?
}
