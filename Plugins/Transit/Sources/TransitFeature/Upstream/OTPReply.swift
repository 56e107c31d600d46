internal import FeatureKit
internal import WebJSON

/// Reads what the plan of OpenTripPlanner's REST interface replies.
enum OTPReply {
    private static let mostItineraries = 20
    private static let mostLegs = 100

    /// The ways; nil where the reply is none of a plan.
    ///
    /// A way with a part that can't be read is left out.
    static func itineraries(_ bytes: [UInt8]) -> [Itinerary]? {
        guard let reply = try? JSONText.value(of: bytes) else { return nil }
        // It found nothing, which is an answer as well.
        if reply["plan"] == nil, case .text(let message)? = reply["error"]?["message"] {
            return ["PATH_NOT_FOUND", "NO_TRANSIT_TIMES", "TOO_CLOSE"].contains(message) ? [] : nil
        }
        guard case .list(let list)? = reply["plan"]?["itineraries"] else { return nil }
        return list.prefix(mostItineraries).compactMap { itinerary($0) }
    }

    private static func itinerary(_ way: Value) -> Itinerary? {
        guard let duration = number(way["duration"]), let start = number(way["startTime"]),
            let end = number(way["endTime"]), end >= start, case .list(let list)? = way["legs"]
        else { return nil }
        let legs = list.prefix(mostLegs).compactMap { leg($0) }
        guard legs.count == list.count else { return nil }
        return Itinerary(
            duration: duration, startTime: start, endTime: end, walkTime: number(way["walkTime"]) ?? 0,
            transitTime: number(way["transitTime"]) ?? 0, legs: legs)
    }

    private static func leg(_ leg: Value) -> Itinerary.Leg? {
        guard let mode = text(leg["mode"], most: 40), !mode.isEmpty, let from = end(leg["from"]),
            let to = end(leg["to"]),
            let start = number(leg["startTime"]), let finish = number(leg["endTime"])
        else { return nil }
        let name = text(leg["routeShortName"], most: 500) ?? text(leg["route"], most: 500) ?? ""
        return Itinerary.Leg(
            mode: mode, from: from, to: to, startTime: start, endTime: finish,
            distance: decimal(leg["distance"]) ?? 0, route: name.isEmpty ? .null : .text(name),
            headsign: text(leg["headsign"], most: 1_000).map { .text($0) } ?? .null)
    }

    private static func end(_ end: Value?) -> Itinerary.End? {
        guard let lat = decimal(end?["lat"]), let lon = decimal(end?["lon"]) else { return nil }
        return Itinerary.End(
            name: text(end?["name"], most: 1_000) ?? "", lat: lat, lon: lon,
            stopId: text(end?["stopId"], most: 300).map { .text($0) } ?? .null)
    }

    private static func decimal(_ value: Value?) -> Double? { value.flatMap { try? $0.decoded(as: Double.self) } }

    private static func number(_ value: Value?) -> Int? { decimal(value).flatMap { Int(exactly: $0.rounded()) } }

    private static func text(_ value: Value?, most: Int) -> String? {
        guard case .text(let text)? = value else { return nil }
        return String(text.prefix(most))
    }
}
