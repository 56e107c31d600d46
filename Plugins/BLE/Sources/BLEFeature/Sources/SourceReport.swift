internal import FeatureKit

/// How a source is, and what came of what it heard.
struct SourceReport: Shaped, Codable, Equatable {
    enum Kind: String, Codable, CaseIterable, Sendable, Shaped {
        case capture, gateway
    }

    enum State: String, Codable, CaseIterable, Sendable, Shaped {
        /// Something is in the way, or it has a pause.
        case waiting
        case reading
        case ended
        case listening
    }

    let name: String
    let kind: Kind
    let state: State
    var why: String?
    var tries = 0
    var next: Timestamp?
    var records: Int64 = 0
    var published: Int64 = 0
    var refused: [String: Int64] = [:]
    var forgotten: Int64 = 0
    var lastHeard: Timestamp?
    var lastSeen: Timestamp?
    var rounds = 0

    static let shape = Shape.object([
        Field("name", Names.word, "Who hears."),
        Field("kind", .choice(of: Kind.self), "What it is."),
        Field("state", .choice(of: State.self), "What it does."),
        Field("why", .text(), "What is in its way.", optional: true),
        Field("tries", .integer(), "How often it was tried since something is in its way.", default: 0),
        Field("next", .timestamp, "When it begins again.", optional: true),
        Field("records", .integer(), "How many records or advertisements it heard.", default: 0),
        Field("published", .integer(), "How many words of beacons were published.", default: 0),
        Field("refused", .map(of: .integer()), "How much was not, by the reason.", default: .object([:])),
        Field("forgotten", .integer(), "Senders forgotten because too many spoke at once.", default: 0),
        Field("lastHeard", .timestamp, "When it heard something last.", optional: true),
        Field("lastSeen", .timestamp, "When a gateway asked or said anything last.", optional: true),
        Field("rounds", .integer(), "How often a recording was replayed to its end.", default: 0),
    ])

    init(_ name: String, _ kind: Kind, _ standing: Standing, _ heard: Heard, seen: Timestamp? = nil) {
        self.name = name
        self.kind = kind
        state = standing.state
        why = standing.why
        tries = standing.tries
        next = standing.next
        rounds = standing.rounds
        records = Int64(clamping: heard.records)
        published = Int64(clamping: heard.tally.published)
        refused = heard.tally.words.mapValues { Int64(clamping: $0) }
        forgotten = Int64(clamping: heard.forgotten)
        lastHeard = heard.last
        lastSeen = seen
    }
}

struct SourceReports: Shaped, Codable, Equatable {
    let sources: [SourceReport]

    static let shape = Shape.object([
        Field("sources", .list(of: .of(SourceReport.self)), "Captures, and then gateways, as the settings name them.")
    ])
}

extension Route where Request == Nothing, Reply == SourceReports {
    static var bleSources: Self { .init("ble.sources", .get, "/sources", access: .role("staff")) }
}
