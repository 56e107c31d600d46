@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    /// How many messages come on each topic before the feature gets a turn.
    private static let flood = 10_001

    static let fullMailbox = ConformanceRule("full-mailbox", "survives a full mailbox") { subject in
        try await subject.whileActive { rig, traffic in
            let topics = traffic.contracts(.reads)
            guard !topics.isEmpty else { return [] }
            // So that there is something between which and the flood messages are missing.
            try traffic.publish(mostSamples: 2)
            await rig.settle()
            try await rig.holdingTheFeature {
                for topic in topics {
                    let samples = traffic.samples(of: topic)
                    guard !samples.isEmpty else { continue }
                    try rig.publish(in: topic.name, topic.shape, (0..<flood).lazy.map { samples[$0 % samples.count] })
                }
            }
            guard await rig.settle() else {
                return ["flooded with \(flood) messages on each topic, it computes without a pause"]
            }
            if let complaint = rig.state.complaint(after: "a flood of messages") { return [complaint] }
            return await traffic.answerProblems(mostSamples: 2, as: [.system]).map { "after a flood of messages \($0)" }
        }
    }
}
