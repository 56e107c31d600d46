@_spi(Hosting) import FeatureKit
import HostAccess
import HostConfig
import HostSystem
import Measures

/// What a host has to check tokens, with one issuer.
struct House {
    private let access: Access
    private let loop: DescriptorLoop
    private let clock = SystemClock()

    init(keys: String) throws {
        loop = try DescriptorLoop()
        access = Access(
            loops: 1,
            in: .init(
                bus: BusCore(clock: clock), clock: clock, log: Log(feature: "access", sink: NoLog()), watch: loop,
                state: Path.folder(of: keys)))
        access.update(
            AccessSettings(issuers: [
                .init(
                    name: "bench", issuers: ["https://bench.example"], audiences: ["bench"], keys: .file(keys),
                    attributes: ["email": "email"], roles: .init(claim: "roles"))
            ]))
    }

    /// Lets it follow its keys while `body` runs, which begins once it has them.
    func running(asking unknown: [UInt8], _ body: () throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            group.addTask { await access.run() }
            defer {
                loop.stop()
                group.cancelAll()
            }
            // A token of nobody says whether there are keys: without them it can't be told whether it is good.
            let deadline = clock.uptime + .seconds(10)
            while case .unknownYet = access.verify(unknown.span, at: 0) {
                guard clock.uptime < deadline else { throw BenchError("the keys are not there") }
                try await clock.sleep(until: clock.uptime + .milliseconds(5))
            }
            try body()
        }
    }

    /// How long a token takes, in microseconds.
    func verify(_ token: [UInt8]) throws -> Double {
        let start = clock.uptime
        let verdict = access.verify(token.span, at: 0)
        let end = clock.uptime
        guard case .user = verdict else { throw BenchError("a token is refused") }
        return (end - start) / .microseconds(1)
    }

    /// How long one of these takes that have come before, in microseconds.
    func verifyAgain(_ tokens: [[UInt8]], _ count: Int) throws -> Double {
        let start = clock.uptime
        for number in 0..<count {
            let token = tokens[number % tokens.count]
            guard case .user = access.verify(token.span, at: 0) else { throw BenchError("a token is refused") }
        }
        return (clock.uptime - start) / .microseconds(1) / Double(count)
    }
}
