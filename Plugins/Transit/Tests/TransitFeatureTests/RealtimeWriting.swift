import FeatureKit
import FeatureTestKit
import Testing

@testable import TransitFeature

/// 27 November 2026, 10:00 in Barcelona.
let morning = Timestamp(nanoseconds: 1_795_770_000_000_000_000)

private func varint(_ value: UInt64) -> [UInt8] {
    value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
}
func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field << 3) + varint(value) }
func float(_ field: UInt64, _ value: Float) -> [UInt8] {
    varint(field << 3 | 5) + (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
}
func part(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
}
func part(_ field: UInt64, _ text: String) -> [UInt8] { part(field, Array(text.utf8)) }

/// A message of GTFS-realtime with these entities.
func message(_ entities: [[UInt8]], withIDs: Bool = true, made: UInt64 = 0, isDifferential: Bool = false) -> [UInt8] {
    part(1, part(1, "2.0") + number(2, isDifferential ? 1 : 0) + (made > 0 ? number(3, made) : []))
        + entities.enumerated().flatMap { part(2, (withIDs ? part(1, "e\($0)") : []) + $1) }
}

/// What a message says of a trip: its id, its day, its relation to the timetable.
func trip(_ id: String? = nil, on day: String? = "20261127", _ relation: UInt64? = nil, _ more: [UInt8] = [])
    -> [UInt8]
{
    part(
        1,
        (id.map { part(1, $0) } ?? []) + (day.map { part(3, $0) } ?? []) + (relation.map { number(4, $0) } ?? []) + more
    )
}

/// A call at a stop, with minutes after 10:00 at which the vehicle departs.
func call(_ stop: String, at minute: Int) -> [UInt8] {
    part(2, part(3, number(2, UInt64(Int(morning.seconds) + 60 * minute))) + part(4, stop))
}

extension Probe {
    /// Posts a message as staff do.
    @discardableResult
    func post(_ bytes: [UInt8], from source: String = "line") async throws -> LoadingReport.Live {
        try await call(
            TransitService.postRoute,
            .init(source: source, message: Media(type: "application/x-protobuf", bytes: bytes)),
            as: .user("eve", roles: ["staff"]))
    }

    /// The next trains from Sants: in how many minutes.
    func trains() async throws -> [Int] {
        try await call(TransitService.departuresRoute, .init(stop: "DEMO_SANTS", compact: true, limit: 3)).departures
            .map(\.mins)
    }
}

/// Messages as JSON writes them, in the bytes of protobuf.
enum RealtimeJSON {
    private indirect enum Kind {
        case text, number, float
        case message(String)
        case choice([String: UInt64])
    }
    private static let relations: [String: UInt64] = [
        "SCHEDULED": 0, "ADDED": 1, "UNSCHEDULED": 2, "CANCELED": 3, "REPLACEMENT": 5, "DUPLICATED": 6,
    ]
    private static let occupancies = [
        "EMPTY", "MANY_SEATS_AVAILABLE", "FEW_SEATS_AVAILABLE", "STANDING_ROOM_ONLY", "CRUSHED_STANDING_ROOM_ONLY",
        "FULL",
    ]
    private static let fields: [String: [String: (UInt64, Kind)]] = [
        "feed": ["header": (1, .message("header")), "entity": (2, .message("entity"))],
        "header": [
            "gtfs_realtime_version": (1, .text),
            "incrementality": (2, .choice(["FULL_DATASET": 0, "DIFFERENTIAL": 1])),
            "timestamp": (3, .number),
        ],
        "entity": [
            "id": (1, .text), "trip_update": (3, .message("update")), "vehicle": (4, .message("position")),
            "alert": (5, .message("alert")),
        ],
        "update": [
            "trip": (1, .message("trip")), "stop_time_update": (2, .message("call")), "timestamp": (4, .number),
            "delay": (5, .number),
        ],
        "trip": [
            "trip_id": (1, .text), "start_time": (2, .text), "start_date": (3, .text),
            "schedule_relationship": (4, .choice(relations)), "route_id": (5, .text), "direction_id": (6, .number),
        ],
        "call": [
            "stop_sequence": (1, .number), "arrival": (2, .message("event")), "departure": (3, .message("event")),
            "stop_id": (4, .text),
        ],
        "event": ["delay": (1, .number), "time": (2, .number), "uncertainty": (3, .number)],
        "position": [
            "trip": (1, .message("trip")), "position": (2, .message("place")), "current_stop_sequence": (3, .number),
            "timestamp": (5, .number), "stop_id": (7, .text),
            "occupancy_status": (9, .choice(Dictionary(uniqueKeysWithValues: zip(occupancies, 0...)))),
        ],
        "place": ["latitude": (1, .float), "longitude": (2, .float), "bearing": (3, .float)],
        "alert": [
            "active_period": (1, .message("period")), "informed_entity": (5, .message("selector")),
            "cause": (6, .number),
            "effect": (7, .number), "header_text": (10, .message("texts")), "descriptionText": (11, .message("texts")),
            "description_text": (11, .message("texts")), "severity_level": (14, .number),
        ],
        "period": ["start": (1, .number), "end": (2, .number)],
        "selector": [
            "agency_id": (1, .text), "route_id": (2, .text), "trip": (4, .message("trip")), "stop_id": (5, .text),
        ],
        "texts": ["translation": (1, .message("translation"))],
        "translation": ["text": (1, .text), "language": (2, .text)],
    ]

    static func bytes(of value: Value, as kind: String = "feed") -> [UInt8] {
        guard case .object(let members) = value else { return [] }
        return members.flatMap { name, value -> [UInt8] in
            // It may be written in the one way or the other.
            let snake = name.flatMap { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }
            guard let (field, kind) = fields[kind]?[String(snake)] ?? fields[kind]?[name] else { return [] }
            let values = if case .list(let list) = value { list } else { [value] }
            return values.flatMap { value -> [UInt8] in
                switch (kind, value) {
                case (.message(let kind), _): part(field, bytes(of: value, as: kind))
                case (.text, .text(let text)): part(field, text)
                case (.choice(let names), .text(let name)): number(field, names[name] ?? 0)
                case (_, .integer(let value)): number(field, UInt64(bitPattern: value))
                case (.number, .text(let text)): number(field, UInt64(text) ?? 0)
                case (.float, .number(let value)): float(field, Float(value))
                default: []
                }
            }
        }
    }
}
