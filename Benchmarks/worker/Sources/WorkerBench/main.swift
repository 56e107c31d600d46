@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire
import Glibc
import HostSystem
import HostWorker
import Measures

struct NoLog: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { false }
    func write(_ record: LogRecord) {}
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
        defer { wired.cancel() }
        try await askDirectly(bus)
        try await instance("asker", FeatureEntry(Asker.self), on: bus, onReady: {}).run()
        wired.drain()
        try await group.waitForAll()
    }
    return Asker.times.withLock { $0 }
}

/// Asks as the host's HTTP does: on the thread that asks, and the answer is there once the callback is called.
func askDirectly(_ bus: BusCore) async throws {
    let clock = SystemClock()
    guard let route = bus.route("wired.echo") else { throw BenchError.notReady }
    for number in 0..<(Asker.questions + 200) {
        let asker = DirectAsker(Number(number: number))
        let began = clock.uptime
        let caller = Caller(key: "k", origin: .http)
        let call = Call(caller: caller, deadline: began + .seconds(5), cause: Cause(caller: caller, id: "bench"))
        guard route.ask(asker, call) == .taken else { throw BenchError.lost }
        await asker.came.wait()
        let time = (asker.at.withLock { $0 } - began) / .microseconds(1)
        if number >= 200 { Asker.times.withLock { $0.direct.append(time) } }
        try await clock.sleep(until: clock.uptime + .microseconds(200))
    }
}

/// One question, and when its answer came.
final class DirectAsker: RouteAsker {
    let came = Signal()
    let at = Lock(Duration.zero)
    private let question: Number

    init(_ question: Number) { self.question = question }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request {
        try Value(encoding: question).decoded(as: type)
    }
    func answered<Reply: Shaped>(_ reply: Reply) {
        at.withLock { $0 = SystemClock().uptime }
        came.raise()
    }
    func refused(_ error: RouteError) { came.raise() }
    func next<Reply: Shaped>(_ reply: Reply) async throws {}
    func untilGone() async {}
    func ended() {}
}

/// Tells the feature once to trap.
struct Trap: Feature {
    static let contracts: [Contract] = [.publishes(.wiredGo)]
    let context: FeatureContext
    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }
    func run() async throws { try context.bus.publisher(on: .wiredGo)(Number(number: 0)) }
}

/// How long it takes from a crash to the next one's readiness, in milliseconds; one in two is cancelled instead.
func restarts(_ entry: FeatureEntry, _ count: Int) async throws -> [Double] {
    let clock = SystemClock()
    var times: [Double] = []
    var began = clock.uptime
    for number in 0..<count {
        let bus = BusCore(clock: clock)
        let ready = Signal()
        let wired = instance("wired", entry, on: bus) { ready.raise() }
        let run = Task { try await wired.run() }
        await ready.wait()
        if number > 0, !number.isMultiple(of: 2) { times.append((clock.uptime - began) / .milliseconds(1)) }
        began = clock.uptime
        if number.isMultiple(of: 2) {
            try await instance("trap", FeatureEntry(Trap.self), on: bus, onReady: {}).run()
        } else {
            run.cancel()
        }
        guard case .failure = await run.result else { throw BenchError.notReady }
    }
    return times
}

/// What this process holds.
struct Holdings {
    let descriptors: Int
    let threads: Int
    let processes: Int
    let memory: Int

    init() throws {
        func names(_ path: String) throws -> [String] {
            try FolderNames.read(path, most: 100_000) { $0 != "." && $0 != ".." }.names
        }
        descriptors = try names("/proc/self/fd").count
        let tasks = try names("/proc/self/task")
        threads = tasks.count
        processes = try tasks.reduce(0) { sum, task in
            try sum + text("/proc/self/task/\(task)/children").split(separator: " ").count
        }
        memory = try Int(text("/proc/self/statm").split(separator: " ")[1]) ?? 0
    }
}

func text(_ path: String) throws -> String {
    let file = try Descriptor { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = try SystemError.check { unsafe read(file.number, &bytes, bytes.count) }
    return String(decoding: bytes[..<count], as: UTF8.self)
}

func sample(_ values: [Double]) throws -> Sample {
    guard let sample = Sample(values) else { throw BenchError.notReady }
    return sample
}

do {
    guard let library = CommandLine.arguments.dropFirst().first else { throw BenchError.usage }
    let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000
    let program = WorkerProgram(beside: CommandLine.arguments[0], log: NoLog())
    let unit = WorkerProgram.Unit(id: "wired", library: Path.absolute(library), needed: [])
    let description = try await program.describe(unit)
    let remote = FeatureEntry.remote(description, source: program.source(unit, limits: { WorkerLimits() }))
    let pool = ThreadPool(name: "features", count: 4)
    async let threads: Void = pool.run()
    let (wire, starts, before, after) = try await withTaskExecutorPreference(pool) {
        let wire = try await measure(remote)
        // Whatever grows once has grown by then.
        _ = try await restarts(remote, count / 5)
        let before = try Holdings()
        let starts = try await restarts(remote, count)
        let after = try Holdings()
        return (wire, starts, before, after)
    }
    pool.close()
    try await threads
    let rows = [
        Row(
            "a question over the wire, as HTTP asks it", unit: "µs", ours: try sample(wire.direct), bar: 60),
        Row(
            "a request of another feature over the wire", unit: "µs", ours: try sample(wire.questions), bar: 60),
        Row(
            "a message, one way", unit: "µs", ours: try sample(wire.messages), bar: 10),
        Row("from a trap to the next one's readiness", unit: "ms", .percentile(99), ours: try sample(starts), bar: 300),
        Row(
            "descriptors left by \(count) restarts", unit: "",
            ours: try sample([Double(after.descriptors - before.descriptors)]), bar: 0),
        Row("processes left", unit: "", ours: try sample([Double(after.processes - before.processes)]), bar: 0),
        Row("threads left", unit: "", ours: try sample([Double(after.threads - before.threads)]), bar: 0),
        Row(
            "memory more than after a fifth as many before", unit: "%",
            ours: try sample([100 * Double(after.memory - before.memory) / Double(before.memory)]), bar: 5),
    ]
    print(Table.text(rows))
    exit(rows.allSatisfy(\.meetsBar) ? 0 : 1)
} catch {
    var line = "WorkerBench: error: \(error)\n"
    _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
