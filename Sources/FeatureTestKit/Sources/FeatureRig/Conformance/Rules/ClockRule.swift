@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    private static let hour = Duration.seconds(3_600)
    private static let day = Duration.seconds(24 * 3_600)

    /// What happens to the clocks, one after the other.
    private static let jumps: [(event: String, move: @Sendable (TestClock) -> Void)] =
        [
            ("the wall clock was set back by an hour", { @Sendable in $0.set(now: $0.now.advanced(by: .zero - hour)) }),
            ("the wall clock was set ahead by a day", { @Sendable in $0.set(now: $0.now.advanced(by: day)) }),
            ("both clocks jumped ahead by a day", { @Sendable in $0.advance(by: day) }),
        ] + Array(repeating: ("both clocks jumped ahead by an hour", { @Sendable in $0.advance(by: hour) }), count: 24)

    static let clock = ConformanceRule("clock", "survives a clock that jumps") { subject in
        try await subject.whileActive { rig, traffic in
            try await traffic.warmUp()
            var last = ""
            for (event, move) in jumps {
                move(rig.clock)
                guard await rig.settle() else { return ["after \(event) it computes without a pause"] }
                if let complaint = rig.state.complaint(after: event) { return [complaint] }
                guard event != last else { continue }
                last = event
                guard await rig.advance(by: .seconds(1), mostWakes: Traffic.mostWakes) else {
                    return ["after \(event) it wakes more than \(Traffic.mostWakes) times within a second"]
                }
                let problems = await traffic.answerProblems(mostSamples: 2, as: [.system])
                guard problems.isEmpty else { return problems.map { "after \(event) \($0)" } }
                if let complaint = rig.state.complaint(after: event) { return [complaint] }
            }
            return []
        }
    }
}
