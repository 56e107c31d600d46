@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire
import Foundation
import HostWorker
import Testing

/// A real feature in a process of its own that does what no feature should, at its host's word.
@Suite(.timeLimit(.minutes(2)))
struct RogueWorkerTests {
    private let log = WrittenLines()

    private var unit: WorkerProgram.Unit { .init(id: "rogue", library: Built.library(of: "Rogue"), needed: []) }
    private var program: WorkerProgram { WorkerProgram(beside: Built.flagstand, log: log) }

    /// How a worker ends that is told to do a thing.
    private func end(_ deed: String, hang: Duration = .seconds(10)) async throws -> WorkerEnded {
        var limits = WorkerLimits()
        limits.hang = hang
        let source = program.source(unit, limits: { [limits] in limits })
        let entry = FeatureEntry.remote(try await program.describe(unit), source: source)
        let bus = BusCore(clock: SystemClock())
        let ready = Signal()
        let settings = Value.object(Members([("limit", .integer(3))]))
        let rogue = FeatureInstance(
            id: "rogue", entry: entry, settings: settings,
            in: .init(
                bus: bus, wiring: Wiring(publishes: ["rogue.done"], reads: ["rogue.deeds"]), flags: NoFlags(), log: log,
                onReady: { ready.raise() }))
        let prompter = FeatureInstance(
            id: "prompter", entry: FeatureEntry(Prompter.self, settings: PrompterSettings(deed: deed)),
            settings: .object(Members([])),
            in: .init(bus: bus, wiring: Wiring(publishes: ["rogue.deeds"]), flags: NoFlags(), log: log, onReady: {}))
        return try await withThrowingTaskGroup(of: (any Error)?.self) { group in
            group.addTask {
                defer { ready.raise() }
                do { try await rogue.run() } catch { return error }
                return nil
            }
            await ready.wait()
            group.addTask {
                try await prompter.run()
                return nil
            }
            let error = try await group.next() ?? nil
            prompter.drain()
            return try #require(error as? WorkerEnded, "\(String(describing: error))")
        }
    }

    @Test func `A trap is reported with its message and its place`() async throws {
        let ended = try await end("trap")
        #expect(ended.description == "it trapped (signal 4, SIGILL)")
        let evidence = try #require(ended.evidence)
        #expect(evidence.lastLines.contains { $0.contains("Fatal error: told to trap") }, "\(evidence.lastLines)")
        #expect(
            evidence.backtrace.contains { $0.contains("Rogue.perform(") && $0.hasSuffix("libRogueFeature.so") },
            "\(evidence.backtrace)")
    }

    @Test func `An exit is reported with its code`() async throws {
        #expect(try await end("exit").description == "it exited by itself (code 3)")
    }

    @Test func `A worker with a blocked thread is ended, although other threads answer`() async throws {
        let ended = try await end("hang", hang: .milliseconds(800))
        #expect(ended.description == "one of its threads was at the same piece of work for 800ms")
        #expect(ended.evidence?.end == .signal(9))
    }

    @Test func `A worker that freezes is ended`() async throws {
        #expect(try await end("freeze", hang: .milliseconds(800)).description == "it said nothing for 800ms")
    }

    @Test func `A worker that closes the host's descriptors is ended`() async throws {
        #expect(try await end("close").description == "it exited by itself (code 71)")
    }

    private func problems(limit: Int64, hang: Duration = .seconds(10)) async throws(WorkerEnded) -> [SettingsProblem] {
        var limits = WorkerLimits.settingsCheck
        limits.hang = hang
        return try await program.check(["limit": .integer(limit), "pin": "1234"], of: unit, limits: limits)
    }

    @Test func `Settings are checked in a process of their own, without running the feature`() async throws {
        #expect(try await program.describe(unit).checksSettings)
        #expect(try await problems(limit: 3) == [])
        #expect(try await problems(limit: 17) == [SettingsProblem("limit", "1234 is odd")])
        let trap = await #expect(throws: WorkerEnded.self) { try await problems(limit: 18) }
        #expect(trap?.description == "it trapped (signal 4, SIGILL)")
        let hang = await #expect(throws: WorkerEnded.self) { try await problems(limit: 19, hang: .milliseconds(800)) }
        #expect(hang?.description == "one of its threads was at the same piece of work for 800ms")
    }

    @Test func `A library is described without opening it in this process`() async throws {
        let description = try await program.describe(unit)
        #expect(description.typeName == "Rogue")
        #expect(Set(description.contracts.map(\.name)) == ["rogue.done", "rogue.deeds", "rogue.loud"])
    }
}

private struct NoFlags: FlagSource {
    func value(of key: String, for caller: Caller) -> Value? { nil }
}

private final class WrittenLines: LogSink {
    private let lines = Lock<[String]>([])
    func takes(_ level: LogLevel, from feature: String) -> Bool { true }
    func write(_ record: LogRecord) { lines.withLock { $0.append(record.message) } }
}

/// Says a thing once.
private struct Prompter: Feature {
    static let contracts: [Contract] = [.publishes(.actions)]
    let settings: PrompterSettings
    let context: FeatureContext

    init(settings: PrompterSettings, context: FeatureContext) throws {
        (self.settings, self.context) = (settings, context)
    }

    func run() async throws {
        let actions = try context.bus.publisher(on: .actions)
        actions(settings)
        await context.untilStopped()
    }
}

private struct PrompterSettings: Shaped, Codable, Equatable {
    var deed: String
    static let shape = Shape.object([
        Field(
            "deed",
            .choice([
                "trap", "exit", "hang", "freeze", "print", "close", "blare", "fork", "leak", "leakAndTrap", "tell",
            ]),
            "What to do.")
    ])
}

extension Topic where Payload == PrompterSettings {
    fileprivate static var actions: Self { .init("rogue.deeds") }
}
