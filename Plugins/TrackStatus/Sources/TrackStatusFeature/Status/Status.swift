internal import FeatureKit

/// What the flags say now: on the track as a whole, and in each zone that was heard.
struct Status: Shaped, Equatable {
    struct Zone: Shaped, Equatable {
        let zone: Int
        let mode: Mode
        let stale: Bool
        let since: Timestamp
        let validUntil: Timestamp?

        static let shape = Shape.object([
            Field("zone", .integer(in: 0...65_535), "The zone's number."),
            Field("mode", .choice(of: Mode.self), "The worst that counts there; where stale, the last known warning."),
            Field("stale", .boolean, "Whether nobody says so any more."),
            Field("since", .timestamp, "When mode or stale last changed."),
            Field("validUntil", .timestamp, "When it turns stale unless something is heard.", optional: true),
        ])
    }

    let mode: Mode
    let stale: Bool
    let source: String?
    let since: Timestamp
    let validUntil: Timestamp?
    let revision: Int
    let zones: [Zone]

    static let shape = Shape.object([
        Field("mode", .choice(of: Mode.self), "The worst zone's mode; where stale, the last known warning or unknown."),
        Field("stale", .boolean, "Whether nothing counts that was heard; never taken for normal."),
        Field(
            "source", .text(length: 1...64), "The feature that it goes back to, once something was heard.",
            optional: true),
        Field("since", .timestamp, "When mode or stale last changed."),
        Field("validUntil", .timestamp, "Until when this mode holds if nothing more is heard.", optional: true),
        Field("revision", .integer(in: 1 ... .max), "Grows with each status, from 1 in each run."),
        Field("zones", .list(of: .of(Zone.self), count: 0...TrackState.mostZones), "Each zone, by number."),
    ])
}

extension Status {
    /// Whether it differs in its number only.
    func saysTheSame(as other: Status) -> Bool {
        (mode, stale, source, since, validUntil) == (
            other.mode, other.stale, other.source, other.since, other.validUntil
        )
            && zones == other.zones
    }
}

extension Topic where Payload == Status {
    static var trackStatus: Topic<Status> { .init("track.status", retain: .latest) }
}

extension Route where Request == Nothing, Reply == Status {
    static var trackStatus: Route<Nothing, Status> { .init("track.status", .get, "/status", access: .everyone) }
}
