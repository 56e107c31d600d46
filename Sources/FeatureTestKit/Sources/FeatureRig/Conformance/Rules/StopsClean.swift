@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    /// How often it is run before what it holds of the machine is counted: some of that is only made once.
    private static let warmUps = 2

    static let stopsClean = ConformanceRule("stops-clean", "stops clean") { subject in
        try await subject.with { rig, traffic in
            var leaks = LeakHunt()
            for cycle in 1...max(1, subject.cycles) {
                let problems = try await problems(of: cycle, in: rig, traffic, subject)
                guard problems.isEmpty else { return problems }
                cycle <= warmUps ? leaks.begin() : leaks.note()
            }
            // Others in this process open and close things too: what grew is looked at again.
            for cycle in 0..<LeakHunt.recounts where leaks.suspects || leaks.rounds == 0 {
                let problems = try await problems(of: subject.cycles + cycle + 1, in: rig, traffic, subject)
                guard problems.isEmpty else { return problems }
                leaks.note()
            }
            return await leaks.problems()
        }
    }

    /// The same of one stop, and without traffic: nobody asks a feature's routes for anything before it is switched on.
    static let stopsOnce = ConformanceRule("stops-clean", "stops clean") { subject in
        try await subject.with { rig, _ in try await problems(of: 1, in: rig, nil, subject) }
    }

    private static func problems(
        of cycle: Int, in rig: Rig, _ traffic: Traffic?, _ subject: ConformanceSubject
    ) async throws -> [String] {
        let round = cycle == 1 ? "when it was stopped" : "when it was stopped for the \(cycle). time"
        let state = await rig.start(subject.settings)
        guard state == .active else {
            return [cycle == 1 ? state.notReady : "started for the \(cycle). time, \(state.notReady)"]
        }
        try traffic?.publish(mostSamples: 2)
        let open = traffic?.open() ?? []
        await rig.settle()
        guard await rig.stop() else {
            return ["run() did not return \(round); return when messages end and sleeps are cancelled"]
        }
        var problems = [rig.state.complaint(stopped: round)].compactMap(\.self)
        let leftovers = await rig.leftovers()
        if !leftovers.isNothing { problems.append("\(round) it \(leftovers)") }
        for question in open { question.hangUp() }
        if open.contains(where: { $0.answers.isEmpty }) {
            problems.append("\(round) somebody who had asked it was left without an answer")
        }
        return problems
    }
}
