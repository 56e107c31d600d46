internal import FeatureKit
internal import Geography
internal import Texts
internal import TransitContracts

/// A journey in words.
struct Sentences {
    let say: (String, String, [String: TextParameter]) -> String

    func text(of journey: PlannedJourney, in language: String) -> String {
        var sentences: [String] = []
        for (number, segment) in journey.segments.enumerated() {
            let (start, end) = (segment.origin.name, segment.destination.name)
            if segment.type == .walking {
                guard segment.minutes > 0 else { continue }
                // A place on the map has no name to speak of.
                let isPlace = GeoPoint(latLon: segment.destination.id) != nil
                var parameters: [String: TextParameter] = ["minutes": .number(segment.minutes)]
                if !isPlace { parameters["end"] = .text(end) }
                sentences.append(say(isPlace ? "go" : "walk", language, parameters))
                continue
            }
            var parameters: [String: TextParameter] = ["line": .text(segment.lineName.spoken), "stop": .text(start)]
            if segment.staySeated == true {
                sentences.append(say("seated", language, parameters))
            } else {
                let headsign = segment.headsign.spoken
                parameters["time"] = .text(Self.time(segment.departure.spoken))
                if !headsign.isEmpty { parameters["headsign"] = .text(headsign) }
                sentences.append(say(headsign.isEmpty ? "ride" : "towards", language, parameters))
            }
            if journey.segments.dropFirst(number + 1).first?.staySeated == true { continue }
            sentences.append(say("alight", language, ["end": .text(end)]))
        }
        var parameters: [String: TextParameter] = [
            "time": .text(Self.time(journey.arrival)), "minutes": .number(journey.minutes),
        ]
        if journey.transfers > 0 { parameters["transfers"] = .number(journey.transfers) }
        sentences.append(say(journey.transfers > 0 ? "arrive" : "direct", language, parameters))
        return sentences.joined(separator: " ")
    }

    /// The time of a moment as it is spoken: 08:32 of 2026-01-28T08:32:00.
    private static func time(_ moment: String) -> String { String(moment.dropFirst(11).prefix(5)) }
}

extension Value {
    /// The text; an empty one where there is none.
    fileprivate var spoken: String { if case .text(let text) = self { text } else { "" } }
}
