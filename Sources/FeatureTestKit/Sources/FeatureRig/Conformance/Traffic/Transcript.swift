@_spi(Hosting) internal import FeatureKit

/// What a feature said in one run, to be compared with another one.
struct Transcript: Sendable {
    let exchanges: [Exchange]
    let published: [String: [Value]]
    /// What is wrong with its state at the end.
    let complaint: String?

    /// What is otherwise, of that which two runs before had in common: the rest is by chance.
    func differences(from first: Transcript, whereEqualTo second: Transcript) -> [String] {
        let runs = zip(exchanges, zip(first.exchanges, second.exchanges))
        let answers = runs.compactMap { now, before -> String? in
            guard before.0.answers == before.1.answers, now.answers != before.0.answers else { return nil }
            return "\(now.route.name), asked \(now.request.json), answered \(Self.shown(now.answers)) and not "
                + "\(Self.shown(before.0.answers)) where the bodies of its transactions run again; "
                + "change nothing in them but what they are handed"
        }
        let messages = published.keys.sorted().compactMap { topic -> String? in
            let (now, before) = (published[topic] ?? [], first.published[topic] ?? [])
            guard before == second.published[topic], now != before else { return nil }
            return "it published \(now.count) messages on \(topic) and not the \(before.count) as before where the "
                + "bodies of its transactions run again; publish after them"
        }
        return [complaint].compactMap(\.self) + answers + messages
    }

    private static func shown(_ answers: [RigQuestion.Answer]) -> String {
        switch answers.first {
        case .reply(let value): value.json
        case .refused(let error): error.code
        case .ended, nil: "nothing"
        }
    }
}
