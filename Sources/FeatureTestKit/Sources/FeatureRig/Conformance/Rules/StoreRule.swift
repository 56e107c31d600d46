@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire

extension ConformanceRule {
    /// How often the body of each transaction runs in vain.
    private static let contention = 3
    /// In so many runs what such bodies do otherwise is seen.
    private static let proofs = 8
    /// How much time a feature has to notice that its store works again.
    private static let recovery = Duration.seconds(60)

    static let store = ConformanceRule("store", "survives a store that fails") { subject in
        guard subject.feature.entry.contracts.contains(where: { $0.role == .keeps }) else { return [] }
        var problems = try await failedStart(subject)
        for turns in turns where problems.isEmpty { problems = try await failedStart(subject, after: turns) }
        return try await problems + failedRun(subject) + contendedRun(subject)
    }

    /// How many values of each route's Shape are asked for.
    private static let samples = 4
    /// After so many steps of a start the store fails.
    private static let turns = [1, 2, 3, 4, 6, 9, 13]

    /// It may fail to start, but not for good.
    private static func failedStart(_ subject: ConformanceSubject, after turns: Int = 0) async throws -> [String] {
        try await subject.with { rig, traffic in
            if turns == 0 { rig.store.fail() } else { rig.executor.interrupt(after: turns) { rig.store.fail() } }
            let state = await rig.start(subject.settings)
            if state == .ended { return ["started without a store, \(state.notReady)"] }
            rig.store.mend()
            // Where the store is there from the beginning, all else was tried by the first of these starts.
            return await recovered(
                rig, traffic, subject, "started without a store, and the store mended,",
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
            rig.store.mend()
            return await problems + recovered(rig, traffic, subject, "without its store, and that mended,")
        }
    }

    /// Waits until it has found its store again, and starts it anew where it has ended.
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

    /// Bodies that run again do no harm: what is the same in two runs is the same in others where they do.
    private static func contendedRun(_ subject: ConformanceSubject) async throws -> [String] {
        var found: [Transcript.Difference]?
        // Two runs that were the same by chance are no rule: a body that does more than it may does so each time.
        for _ in 0..<proofs where found?.isEmpty != true {
            let first = try await transcript(subject, contention: 0)
            let second = try await transcript(subject, contention: 0)
            let contended = try await transcript(subject, contention: contention)
            if let complaint = contended.complaint { return [complaint] }
            // Two that differ by chance acquit nobody: only who says what was said without it does.
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
