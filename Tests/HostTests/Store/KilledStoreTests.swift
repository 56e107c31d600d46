@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostRuntime

/// The real host is killed at random moments while sixteen clients write to a feature's store: what was acknowledged is
/// there afterwards, and nothing by halves.
@Suite(.timeLimit(.minutes(15)))
struct KilledStoreTests {
    private static let clients = 16

    /// What clients know: of each jar how many came for certain, and of which movement nobody was told.
    private struct Known {
        var acknowledged: [String: Int] = [:]
        var pending: [String: Int] = [:]
        var pictures: [String: Int] = [:]
        var total = 0
    }

    private let pantry: Pantry

    init() throws {
        pantry = try Pantry()
        try pantry.save("pantry: {}")
    }

    private static func jar(_ client: Int) -> String { "jar-\(client)" }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `killed at any moment, a host has all that its features' clients were told`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let known = Lock(Known())
        var survived = 0
        for round in 1...Soak.rounds {
            let enough = Int.random(in: 1...150, using: &generator)
            let spins = Int.random(in: 0...3_000, using: &generator)
            let round = "seed \(seed), round \(round)"
            try await pantry.running { host in
                survived += try await settle(known, round)
                try await rage(known, until: enough, spins: spins, host, round)
                try await host.expectExit(.signal(SIGKILL))
            }
        }
        try await pantry.runningToTheEnd { host in
            survived += try await settle(known, "at last")
            let check = try await pantry.localSocket.ask("POST", "/ops/v1/store/check", json: [:])
            #expect(check.status == 200 && check.text.contains("\"problems\":[]"), "\(check.text)")
        }
        let total = known.withLock { $0.total }
        print("killed \(Soak.rounds) times: \(total) movements acknowledged, \(survived) others were kept too")
        #expect(total > Soak.rounds * 10)
    }

    /// Holds what is there against what is known; whatever was not acknowledged is there or not, from now on for good.
    ///
    /// - Returns: How many movements are there of which nobody was told.
    private func settle(_ known: Lock<Known>, _ round: String) async throws -> Int {
        var survived = 0
        for (jar, acknowledged) in known.withLock({ $0.acknowledged }).sorted(by: { $0.key < $1.key }) {
            let found = Int(try await pantry.count(jar) ?? 0)
            let pending = known.withLock { $0.pending[jar] }
            let allowed = acknowledged...acknowledged + (pending == nil ? 0 : 1)
            #expect(allowed.contains(found), "\(round): \(jar) holds \(found), and \(acknowledged) came for certain")
            survived += found - acknowledged
            // The movements and the jar's count were written together: the last one is there, the next one is not.
            if found > 0 { try await expectMovement(jar, found, true, round) }
            try await expectMovement(jar, found + 1, false, round)
            known.withLock { state in
                // The movement that was just tried is there now.
                state.acknowledged[jar] = found + 1
                state.pending[jar] = nil
            }
        }
        for (jar, seed) in known.withLock({ $0.pictures }) {
            let answer = try await pantry.localSocket.get("\(Pantry.mount)/pictures/\(jar)")
            #expect(answer.status == 200, "\(round): the picture \(seed) of \(jar) was acknowledged")
        }
        return survived
    }

    /// Whether a movement is there shows when it is made once more.
    private func expectMovement(_ jar: String, _ number: Int, _ isThere: Bool, _ round: String) async throws {
        let answer = try await move(jar, number)
        #expect(answer.status == (isThere ? 409 : 200), "\(round): movement \(number) of \(jar): \(answer.text)")
    }

    private func move(_ jar: String, _ number: Int) async throws -> Way.Answer {
        try await pantry.localSocket.ask(
            "POST", "\(Pantry.mount)/jars/\(jar)/add", json: ["by": 1, "movement": .text("\(jar)-\(number)")])
    }

    /// Lets all clients write until the host is killed.
    private func rage(
        _ known: Lock<Known>, until enough: Int, spins: Int, _ host: HostProcess, _ round: String
    ) async throws {
        let signal = Signal()
        let before = known.withLock { $0.total }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<Self.clients {
                group.addTask {
                    let jar = Self.jar(client)
                    while true {
                        let number = known.withLock { state in
                            let number = (state.acknowledged[jar] ?? 0) + 1
                            state.acknowledged[jar] = number - 1
                            state.pending[jar] = number
                            return number
                        }
                        // Once the host is gone nobody answers.
                        guard let answer = try? await move(jar, number) else { return }
                        try #require(answer.status == 200, "\(round): \(answer.text)")
                        let total = known.withLock { state in
                            state.acknowledged[jar] = number
                            state.pending[jar] = nil
                            state.total += 1
                            return state.total - before
                        }
                        if total >= enough { signal.raise() }
                        if client % 4 == 0, number % 5 == 0 {
                            guard let picture = try? await pantry.photograph(jar, size: 20_000, seed: number) else {
                                return
                            }
                            if picture.status == 200 { known.withLock { $0.pictures[jar] = number } }
                        }
                    }
                }
            }
            group.addTask {
                await signal.wait()
                for _ in 0..<spins { sched_yield() }
                host.send(SIGKILL)
            }
            try await group.waitForAll()
        }
    }
}
