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
