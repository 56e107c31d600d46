internal import FeatureKit
internal import Texts
internal import TransitContracts

/// A journey in words.
struct Sentences {
    let say: (String, String, [String: TextParameter]) -> String

    /// The language of which there are texts: Spanish unless another one was asked for.
    static func language(_ wanted: String) -> String {
        wanted.lowercased().hasPrefix("en") ? "en" : "es"
    }

    func text(of journey: PlannedJourney, in language: String) -> String {
        var sentences: [String] = []
        for segment in journey.segments {
            let end = segment.destination.name
            if segment.type == .walking {
                // A walk to a place on the map has no name to speak of.
                guard !end.isEmpty else { continue }
                sentences.append(say("walk", language, ["minutes": .number(segment.minutes), "end": .text(end)]))
                continue
            }
            var parameters: [String: TextParameter] = [
                "line": .text(segment.lineName.spoken), "time": .text(Self.time(segment.departure.spoken)),
                "stop": .text(segment.origin.name), "end": .text(end),
            ]
            let headsign = segment.headsign.spoken
            if !headsign.isEmpty { parameters["headsign"] = .text(headsign) }
            sentences.append(say(headsign.isEmpty ? "ride" : "towards", language, parameters))
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
