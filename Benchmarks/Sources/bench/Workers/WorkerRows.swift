@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire
import HostSystem
import HostWorker
import Measures

/// A feature in a process of its own, and what restarts leave behind.
enum WorkerRows {
    /// - Parameters:
    ///   - library: The feature's.
    ///   - count: How often it is started again.
    static func measure(_ library: String, restarts count: Int) async throws -> [Row] {
        let program = WorkerProgram(beside: CommandLine.arguments[0], log: NoLog())
        let unit = WorkerProgram.Unit(id: "wired", library: Path.absolute(library), needed: [])
        let description = try await program.describe(unit)
        let remote = FeatureEntry.remote(description, source: program.source(unit, limits: { WorkerLimits() }))
        let pool = ThreadPool(name: "features", count: 4)
        async let threads: Void = pool.run()
        let (wire, starts, before, after) = try await withTaskExecutorPreference(pool) {
            let wire = try await times(remote)
            // Whatever grows once has grown by then.
            _ = try await restarts(remote, count / 5)
            let before = try Holding()
            let starts = try await restarts(remote, count)
            let after = try Holding()
            return (wire, starts, before, after)
        }
        pool.close()
        try await threads
        func left(_ name: String, _ figure: (Holding) -> Int) throws -> Row {
            Row(name, unit: "", ours: try Sample([Double(figure(after) - figure(before))]), bar: 0)
        }
        let growth = 100 * Double(after.residentBytes - before.residentBytes) / Double(before.residentBytes)
        return try [
            Row("a question over the wire, as HTTP asks it", unit: "µs", ours: Sample(wire.direct), bar: 60),
            Row("a request of another feature over the wire", unit: "µs", ours: Sample(wire.questions), bar: 60),
            Row("a message, one way", unit: "µs", ours: Sample(wire.messages), bar: 10),
            Row("from a trap to the next one's readiness", unit: "ms", .percentile(99), ours: Sample(starts), bar: 300),
            left("descriptors left by \(count) restarts", \.descriptors), left("processes left", \.children),
            left("threads left", \.threads),
            Row("memory more than after a fifth as many before", unit: "%", ours: Sample([growth]), bar: 5),
        ]
    }

    /// Runs `Asker` beside the feature, and returns what it has measured.
    private static func times(_ entry: FeatureEntry) async throws -> Asker.Times {
        Asker.times.withLock { $0 = Asker.Times() }
        let bus = BusCore(clock: SystemClock())
        let ready = Signal()
        let wired = LoneFeature.instance("wired", entry, on: bus) { ready.raise() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ready.raise() }
                try await wired.run()
            }
            await ready.wait()
            defer { wired.cancel() }
            try await askDirectly(bus)
            try await LoneFeature.instance("asker", FeatureEntry(Asker.self), on: bus).run()
            wired.drain()
            try await group.waitForAll()
        }
        return Asker.times.withLock { $0 }
    }

    /// Asks as the host's HTTP does: on the thread that asks, and the answer is there once the callback is called.
    private static func askDirectly(_ bus: BusCore) async throws {
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

    /// How long it takes from a crash to the next one's readiness, in milliseconds; one in two is cancelled instead.
    private static func restarts(_ entry: FeatureEntry, _ count: Int) async throws -> [Double] {
        let clock = SystemClock()
        var times: [Double] = []
        var began = clock.uptime
        for number in 0..<count {
            let bus = BusCore(clock: clock)
            let ready = Signal()
            let wired = LoneFeature.instance("wired", entry, on: bus) { ready.raise() }
            let run = Task { try await wired.run() }
            await ready.wait()
            if number > 0, !number.isMultiple(of: 2) { times.append((clock.uptime - began) / .milliseconds(1)) }
            began = clock.uptime
            if number.isMultiple(of: 2) {
                try await LoneFeature.instance("trap", FeatureEntry(Trap.self), on: bus).run()
            } else {
                run.cancel()
            }
            guard case .failure = await run.result else { throw BenchError.notReady }
        }
        return times
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

extension BenchError {
    static let lost = BenchError("a message is not there")
    static let notReady = BenchError("the feature ended before it was ready")
}
