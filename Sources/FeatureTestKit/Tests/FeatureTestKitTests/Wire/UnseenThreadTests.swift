import Dispatch
@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureRig

/// What a feature does on threads of its own, where nobody sees that it goes on.
@Suite(.timeLimit(.minutes(1))) struct UnseenThreadTests {
    /// Answers on a thread of its own, each question once the test lets it.
    private struct Grinder: Feature {
        typealias Settings = Nothing

        static let contracts: [Contract] = [.serves(.ground)]
        static let mayGrind = DispatchSemaphore(value: 0)
        let context: FeatureContext

        init(settings: Settings, context: FeatureContext) throws { self.context = context }

        func run() async throws {
            let mill = DispatchQueue(label: "mill")
            try context.routes.serve(.ground) { grain, _ in
                await withCheckedContinuation { continuation in
                    mill.async {
                        Self.mayGrind.wait()
                        continuation.resume(returning: grain)
                    }
                }
            }
            context.ready()
            await context.untilStopped()
        }
    }

    fileprivate struct Grain: Shaped, Codable, Equatable {
        var number: Int
        static let shape = Shape.object([Field("number", .integer(), "Which.")])
    }

    @Test(arguments: [false, true])
    func `An answer ends the wait for it when it comes`(inWorker: Bool) async throws {
        let entry = FeatureEntry(Grinder.self)
        let subject =
            inWorker ? PairedWorker.subject(id: "mill", entry: entry) : RigSubject(id: "mill", entry: entry, way: .host)
        try await Rig.with(subject) { rig in
            #expect(await rig.start([:]) == .active)
            let machine = SystemClock()
            let start = machine.uptime
            for number in 0..<Self.questions {
                let question = rig.ask("mill.ground", ["number": .integer(Int64(number))])
                let looks = Lock(0)
                let isAnswered = await rig.wait {
                    // Not before the rig has looked once without finding an answer, and the feature rests.
                    let isFirst = looks.withLock { looks in
                        looks += 1
                        return looks == 1
                    }
                    if isFirst {
                        Grinder.mayGrind.signal()
                        return false
                    }
                    return question.isAnswered
                }
                #expect(isAnswered)
                #expect(question.answers == [.reply(["number": .integer(Int64(number))])])
            }
            // Waited out, each would have taken all the time that unseen work has.
            #expect(machine.uptime - start < RigLimits.unseenWork * Self.questions)
        }
    }

    private static let questions = 8
}

extension Route where Request == UnseenThreadTests.Grain, Reply == UnseenThreadTests.Grain {
    fileprivate static var ground: Route { .init("mill.ground", .post, "/ground", access: .everyone) }
}
