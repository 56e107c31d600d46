@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    /// How much of the machine's own time a cancelled feature has.
    private static let mostTime = Duration.seconds(1)
    /// The steps of a start after which it is cancelled; the first one is before it has begun.
    private static let turns = [0, 1, 2, 3, 5, 8, 13, 21]

    static let cancel = ConformanceRule("cancel", "can be cancelled") { subject in
        var problems: [String] = []
        for turns in turns {
            problems += try await Self.problems(subject, "while it starts") { rig, _ in
                await rig.launchCancelled(subject.settings, after: turns, within: mostTime)
            }
            guard problems.isEmpty else { return problems }
        }
        problems += try await Self.problems(subject, "while it runs") { rig, traffic in
            try await start(rig, subject)
            try traffic.publish(mostSamples: 4)
            await rig.settle()
            return await rig.cancel(within: mostTime)
        }
        problems += try await Self.problems(subject, "while somebody asks it") { rig, traffic in
            try await start(rig, subject)
            let open = traffic.open()
            defer { for question in open { question.hangUp() } }
            return await rig.cancel(within: mostTime)
        }
        return problems
    }

    private static func start(_ rig: Rig, _ subject: ConformanceSubject) async throws {
        let state = await rig.start(subject.settings)
        guard state == .active else { throw NotReady(description: state.notReady) }
    }

    private static func problems(
        _ subject: ConformanceSubject, _ moment: String, _ cancel: (Rig, Traffic) async throws -> Bool
    ) async throws -> [String] {
        let problems = try await problemsOnce(subject, moment, cancel)
        // A busy machine may take that second away once; a feature does it each time.
        return problems.isEmpty ? [] : try await problemsOnce(subject, moment, cancel)
    }

    private static func problemsOnce(
        _ subject: ConformanceSubject, _ moment: String, _ cancel: (Rig, Traffic) async throws -> Bool
    ) async throws -> [String] {
        try await subject.with { rig, traffic in
            guard try await cancel(rig, traffic) else {
                return ["cancelled \(moment), run() did not return within \(mostTime); don't swallow CancellationError"]
            }
            let leftovers = await rig.leftovers()
            return leftovers.isNothing ? [] : ["cancelled \(moment), it \(leftovers)"]
        }
    }
}
