@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire
import Glibc
import HostSystem
import HostWorker
import Measures

struct NoLog: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { level >= .warning }
    func write(_ record: LogRecord) { print("\(record.feature): \(record.message) \(record.fields)") }
}

struct NoFlags: FlagSource { func value(of key: String, for caller: Caller) -> Value? { nil } }

func instance(_ id: String, _ entry: FeatureEntry, on bus: BusCore, onReady: @escaping @Sendable () -> Void)
    -> FeatureInstance
{
    var wiring = Wiring()
    for contract in entry.contracts {
        switch contract.role {
        case .publishes: wiring.publishes.insert(contract.name)
        case .reads: wiring.reads.insert(contract.name)
        case .serves: wiring.serves.insert(contract.name)
        case .requests: wiring.requests.insert(contract.name)
        default: break
        }
    }
    let settings = Value.object(Members([]))
    return FeatureInstance(
        id: id, entry: entry, settings: settings,
        in: .init(bus: bus, wiring: wiring, flags: NoFlags(), log: NoLog(), onReady: onReady))
}

/// Runs the asker beside the feature; what it has measured.
func measure(_ entry: FeatureEntry) async throws -> Asker.Times {
    Asker.times.withLock { $0 = Asker.Times() }
    let bus = BusCore(clock: SystemClock())
    let ready = Signal()
    let wired = instance("wired", entry, on: bus) { ready.raise() }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { ready.raise() }
            try await wired.run()
        }
        await ready.wait()
        try await instance("asker", FeatureEntry(Asker.self), on: bus, onReady: {}).run()
        wired.drain()
        try await group.waitForAll()
    }
    return Asker.times.withLock { $0 }
}

/// How long it takes from a start to the next one's readiness, after a crash.
func restarts(_ entry: FeatureEntry, _ count: Int) async throws -> [Double] {
    let clock = SystemClock()
    var times: [Double] = []
    for _ in 0..<count {
        let bus = BusCore(clock: clock)
        let ready = Signal()
        let began = clock.uptime
        let wired = instance("wired", entry, on: bus) { ready.raise() }
        let run = Task { try await wired.run() }
        await ready.wait()
        times.append((clock.uptime - began) / .milliseconds(1))
        run.cancel()
        _ = await run.result
    }
    return times
}

func sample(_ values: [Double]) throws -> Sample {
    guard let sample = Sample(values) else { throw BenchError.notReady }
    return sample
}

do {
    guard let library = CommandLine.arguments.dropFirst().first else { throw BenchError.usage }
    let program = WorkerProgram(beside: CommandLine.arguments[0], log: NoLog())
    let unit = WorkerProgram.Unit(id: "wired", library: Path.absolute(library), needed: [])
    let description = try await program.describe(unit)
    let remote = FeatureEntry.remote(description, source: program.source(unit, limits: { WorkerLimits() }))
    let pool = ThreadPool(name: "features", count: 4)
    async let threads: Void = pool.run()
    let (wire, starts, host) = try await withTaskExecutorPreference(pool) {
        (
            try await measure(remote), try await restarts(remote, 30),
            try await measure(LibraryEntry.enter(unit.library, needing: []))
        )
    }
    pool.close()
    try await threads
    let rows = [
        Row(
            "a question over the wire", unit: "µs", ours: try sample(wire.questions), bar: 60,
            peer: Row.Peer(name: "in the host", sample: try sample(host.questions))),
        Row(
            "a message, one way", unit: "µs", ours: try sample(wire.messages), bar: 10,
            peer: Row.Peer(name: "in the host", sample: try sample(host.messages))),
        Row("from a start to readiness", unit: "ms", ours: try sample(starts), bar: 300),
    ]
    print(Table.text(rows))
    exit(rows.allSatisfy(\.meetsBar) ? 0 : 1)
} catch {
    var line = "WorkerBench: error: \(error)\n"
    _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
