@_spi(Hosting) internal import FeatureKit

/// What a feature said in one run, to be compared with another one.
struct Transcript: Sendable {
    let exchanges: [Exchange]
    let published: [String: [Value]]
    /// What is wrong with its state at the end.
    let complaint: String?

    /// Something that a run said otherwise.
    struct Difference: Sendable {
        /// What of the run it is about.
        enum Subject: Sendable {
            case question(Int)
            case topic(String)
        }

        let subject: Subject
        let words: String
    }

    /// Whether it said of something what another run said of it.
    func agrees(with other: Transcript, on subject: Difference.Subject) -> Bool {
        switch subject {
        case .topic(let topic): return published[topic] ?? [] == other.published[topic] ?? []
        case .question(let number):
            guard exchanges.indices.contains(number), other.exchanges.indices.contains(number) else { return false }
            return exchanges[number].answers == other.exchanges[number].answers
        }
    }

    /// What is otherwise, of that which two runs before had in common: the rest is by chance.
    func differences(from first: Transcript, whereEqualTo second: Transcript) -> [Difference] {
        let runs = zip(exchanges, zip(first.exchanges, second.exchanges))
        let answers = runs.enumerated().compactMap { number, run -> Difference? in
            let (now, before) = run
            guard before.0.answers == before.1.answers, now.answers != before.0.answers else { return nil }
            let words =
                "\(now.route.name), asked \(now.request.inShort), answered \(Self.shown(now.answers)) and not "
                + "\(Self.shown(before.0.answers)) where the bodies of its transactions run again; "
                + "change nothing in them but what they are handed"
            return Difference(subject: .question(number), words: words)
        }
        let messages = published.keys.sorted().compactMap { topic -> Difference? in
            let (now, before) = (published[topic] ?? [], first.published[topic] ?? [])
            guard before == second.published[topic], now != before else { return nil }
            let words =
                "it published \(now.count) messages on \(topic) and not the \(before.count) as before where the "
                + "bodies of its transactions run again; publish after them"
            return Difference(subject: .topic(topic), words: words)
        }
        return answers + messages
    }

    private static func shown(_ answers: [RigQuestion.Answer]) -> String {
        switch answers.first {
        case .reply(let value): value.inShort
        case .refused(let error): error.code
        case .ended, nil: "nothing"
        }
    }
}
