import FeatureKit
import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// A feature that does whatever harm a feature can do, beside seven that must not notice.
@Suite(.timeLimit(.minutes(15)))
struct ChaosTests {
    /// How long the test runs; `make soak` also compares response times with those of a calm host.
    private static let seconds = Soak.isAsked ? 60 : 5
    private static let actions = [
        "trap", "crash", "abort", "exit", "quit", "hang", "block", "leak", "flood", "babble", "deafen", "shout",
        "spawn",
    ]
    /// Those that beat and listen: the first two in the host, the others in processes of their own.
    private static let steady = ["north", "south", "east", "west"]
    private static let healthy = Set(steady + ["ble", "track", "pantry"])
    /// How many times as long an answer may take at worst, of a hundred.
    private static let mostSlower = 5.0

    private let venue: Venue

    init() throws {
        venue = try Venue()
        try Pantry.ship("Pantry", to: venue)
        for name in ["Chaos", "SteadyNorth", "SteadyEast", "SteadySouth", "SteadyWest"] {
            let id = name.replacing("Steady", with: "").lowercased()
            try venue.folder.addLibrary(of: name, to: "\(Venue.units)/\(id)")
            let sources = "\(Built.tree)/Tests/HostTests/Fixtures/Chaos/Sources/\(name)Feature"
            try venue.folder.copy("\(sources)/feature.yaml", to: venue.path(of: id, "feature.yaml"))
        }
        try save(chaos: false)
    }

    private func save(chaos: Bool) throws {
        try venue.folder.write(
            "plugins.yaml",
            """
            features:
              ble: { settings: { captures: [{ file: lap.btsnoop, repeat: true }], trust: anyone } }
              track: {}
              north: {}
              south: {}
              east: { runs: worker }
              west: { runs: worker }
              pantry: { runs: worker }
              chaos:
                enabled: \(chaos)
                worker: { memory: 96MiB, hang: 1s }
                settings: { deeds: [\(Self.actions.joined(separator: ", "))] }
            plugins: [\(Venue.units)]

            """)
    }

    @Test func `a feature that harms its own process does not affect others`() async throws {
        try await HostProcess.run(venue.folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            let calm = try await Load(tcp).run(for: .seconds(max(2, Self.seconds / 3)))
            let seen = host.errors.lines.count
            try save(chaos: true)
            try await host.expectState("active", of: "chaos")
            var disturbed = try await Load(tcp).run(for: .seconds(Self.seconds))
            // Which harm it does is left to chance, and a busy machine has it do less in the same time.
            for _ in 1...9 where done(by: host).count < 3 {
                let more = try await Load(tcp).run(for: .seconds(Self.seconds))
                disturbed.faults += more.faults
                disturbed.times += more.times
            }
            try save(chaos: false)
            try await host.expectState("off", of: "chaos", after: seen)

            #expect(calm.faults == [] && disturbed.faults == [])
            for id in Self.steady { try await expectWhole(id, tcp) }
            let changed = host.records.dropFirst(seen).filter {
                $0.message == "feature state" && Self.healthy.contains($0.fields["id"] ?? "")
            }
            #expect(changed == [])
            expectReadable(host)
            let done = done(by: host)
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
            print("\(done.sorted(by: { $0.key < $1.key }).map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
            print("calm: \(calm)\nbeside it: \(disturbed)")
            #expect(done.count >= 3)
            guard Soak.isAsked else { return }
            #expect(done.count == Self.actions.count)
            #expect(disturbed.time(of: 0.99) <= calm.time(of: 0.99) * Self.mostSlower)
        }
    }

    /// Every beat of its neighbour has come to a feature, in its turn.
    private func expectWhole(_ id: String, _ tcp: Way) async throws {
        let count = try await tcp.get("/api/v1/\(id)/count").json()
        func number(_ name: String) -> Int64 { if case .integer(let number)? = count[name] { number } else { -1 } }
        #expect(number("missing") == 0 && number("dropped") == 0, "\(id): \(count)")
        #expect(number("last") - number("first") > Int64(Self.seconds) * 20, "\(id): \(count)")
    }

    /// Every line of the log is one, with nothing in it that a terminal obeys, and there are not too many of them.
    private func expectReadable(_ host: HostProcess) {
        var said = 0
        for line in host.errors.lines {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 }, "\(line)")
            guard let record = LogLine(line) else {
                #expect(line.hasPrefix("flagstand: ready in"), "\(line)")
                continue
            }
            if record.feature == "chaos" { said += 1 }
        }
        #expect(said < Self.seconds * 400, "chaos has \(said) lines")
    }

    /// How often each action was done.
    private func done(by host: HostProcess) -> [String: Int] {
        host.errors.lines.reduce(into: [:]) { done, line in
            guard let record = LogLine(line), record.feature == "chaos",
                let action = record.message.wholeMatch(of: /action: (\w+)/)
            else { return }
            done["\(action.1)", default: 0] += 1
        }
    }
}

/// Asks healthy features for as long as is wanted, and keeps what was wrong and how long it took.
private struct Load {
    /// What came of it.
    struct Outcome: CustomStringConvertible {
        var faults: [String] = []
        var times: [Duration] = []

        func time(of part: Double) -> Duration {
            let sorted = times.sorted()
            return sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
        }

        var description: String {
            "\(times.count) answers, p50 \(time(of: 0.5)), p99 \(time(of: 0.99)), slowest \(time(of: 1))"
        }
    }

    private static let clients = 4
    /// The first faults say enough.
    private static let mostFaults = 20
    /// Between two questions of a client: as people ask, not as fast as it goes.
    private static let pause = Duration.milliseconds(5)

    let tcp: Way

    init(_ tcp: Way) { self.tcp = tcp }

    func run(for time: Duration) async throws -> Outcome {
        let end = ContinuousClock.now + time
        return try await withThrowingTaskGroup(of: Outcome.self) { group in
            for client in 0..<Self.clients {
                group.addTask { try await OwnedThread.run("client") { ask(until: end, client) } }
            }
            return try await group.reduce(into: Outcome()) { all, one in
                all.faults += one.faults
                all.times += one.times
            }
        }
    }

    private func ask(until end: ContinuousClock.Instant, _ client: Int) -> Outcome {
        var outcome = Outcome()
        var number = 0
        while ContinuousClock.now < end, outcome.faults.count < Self.mostFaults {
            number += 1
            let (request, expected) = question(number, client)
            let start = ContinuousClock.now
            do {
                let reply = try HostConnection(tcp.socket()).ask(request, within: HostProcess.limit)
                let text = String(decoding: try reply.body(), as: UTF8.self)
                if reply.head.status != 200 || !text.contains(expected) {
                    outcome.faults.append("\(request): \(reply.head.status) \(text)")
                }
            } catch { outcome.faults.append("\(request): \(error)") }
            outcome.times.append(ContinuousClock.now - start)
            var pause = timespec(tv_sec: 0, tv_nsec: Int(Self.pause / .nanoseconds(1)))
            unsafe nanosleep(&pause, nil)
        }
        return outcome
    }

    /// A question, and what its answer holds.
    private func question(_ number: Int, _ client: Int) -> (ClientRequest, String) {
        let steady = ["north", "east", "south", "west"]
        switch number % 6 {
        case 0: return (ClientRequest("GET", "/api/v1/track/status"), "\"mode\"")
        case 1:
            let path = "\(Pantry.mount)/jars/jar-\(client)/add"
            return (ClientRequest("POST", path, json: ["by": 1]), "\"count\"")
        case let other:
            let id = steady[(other + number / 6) % 4]
            let text = "\(client)-\(number)"
            return (ClientRequest("POST", "/api/v1/\(id)/echo", json: ["text": .text(text)]), "\"\(text)\"")
        }
    }
}
