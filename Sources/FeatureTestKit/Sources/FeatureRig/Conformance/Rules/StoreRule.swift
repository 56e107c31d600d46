@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire

extension ConformanceRule {
    /// How often the body of each transaction runs without effect before it is committed.
    private static let contention = 3
    /// How many comparisons a difference has to show in before it is reported.
    private static let proofs = 8
    /// How much time a feature has to notice that its store works again.
    private static let recovery = Duration.seconds(60)

    static let store = ConformanceRule("store", "survives a store that fails") { subject in
        guard subject.feature.entry.contracts.contains(where: { $0.role == .keeps }) else { return [] }
        var problems = try await failedStart(subject)
        for turns in turns where problems.isEmpty { problems = try await failedStart(subject, after: turns) }
        return try await problems + failedRun(subject) + contendedRun(subject)
    }

    /// How many values of each route's Shape are sent.
    private static let samples = 4
    /// The steps of a start after which the store fails.
    private static let turns = [1, 2, 3, 4, 6, 9, 13]

    /// A start may fail without its store, but not for good.
    private static func failedStart(_ subject: ConformanceSubject, after turns: Int = 0) async throws -> [String] {
        try await subject.with { rig, traffic in
            if turns == 0 { rig.store.fail() } else { rig.executor.interrupt(after: turns) { rig.store.fail() } }
            let state = await rig.start(subject.settings)
            if state == .ended { return ["started without a store, \(state.notReady)"] }
            rig.store.repair()
            // Where the store works at first, only the moment of the failure differs: the first of these starts tried
            // everything else.
            return await recovered(
                rig, traffic, subject, "started without a store, which then worked again,",
                mostSamples: turns == 0 ? samples : 1)
        }
    }

    private static func failedRun(_ subject: ConformanceSubject) async throws -> [String] {
        try await subject.whileActive { rig, traffic in
            try await traffic.warmUp()
            rig.store.fail()
            var problems = try await traffic.flow().map { "without its store \($0)" }
            problems += await traffic.answerProblems(mostSamples: samples).map { "without its store \($0)" }
            if rig.state == .ended { problems.append("without its store \(rig.state.notReady)") }
            rig.store.repair()
            return await problems + recovered(rig, traffic, subject, "without its store, which then worked again,")
        }
    }

    /// Waits until the feature has found its store again, and starts it again where it has ended.
    private static func recovered(
        _ rig: Rig, _ traffic: Traffic, _ subject: ConformanceSubject, _ event: String,
        mostSamples count: Int = samples
    ) async -> [String] {
        if case .failed = rig.state { await rig.start(subject.settings) }
        if rig.state == .starting { _ = await rig.wait(within: recovery) { rig.state != .starting } }
        _ = await rig.advance(by: recovery, mostWakes: Traffic.mostWakes)
        guard rig.state == .active else { return ["\(event) \(rig.state.notReady)"] }
        return await traffic.answerProblems(mostSamples: count, as: [.system]).map { "\(event) \($0)" }
    }

    /// Checks that bodies may run again: what is equal in two runs is also equal in runs in which bodies are repeated.
    private static func contendedRun(_ subject: ConformanceSubject) async throws -> [String] {
        var found: [Transcript.Difference]?
        // Two runs may be equal by chance, but a body with side effects shows them each time.
        for _ in 0..<proofs where found?.isEmpty != true {
            let first = try await transcript(subject, contention: 0)
            let second = try await transcript(subject, contention: 0)
            let contended = try await transcript(subject, contention: contention)
            if let complaint = contended.complaint { return [complaint] }
            // Two runs that differ by chance prove nothing: a difference is dropped only if the contended run agrees
            // with one of them.
            found =
                found?.filter { one in ![first, second].contains { contended.agrees(with: $0, on: one.subject) } }
                ?? contended.differences(from: first, whereEqualTo: second)
        }
        return found?.map(\.words) ?? []
    }

    private static func transcript(_ subject: ConformanceSubject, contention: Int) async throws -> Transcript {
        try await subject.whileActive { rig, traffic in
            rig.store.contend(times: contention)
            try traffic.publish()
            await rig.settle()
            let exchanges = await traffic.exchanges(mostSamples: 8, as: [.system])
            var published: [String: [Value]] = [:]
            for topic in traffic.contracts(.publishes) {
                published[topic.name] = await rig.messages(on: topic.name).map(\.value)
            }
            let state = rig.state
            return Transcript(
                exchanges: exchanges, published: published, complaint: state.complaint(after: "contended transactions"))
        }
    }
}
