@_spi(Hosting) public import FeatureKit
public import Testing

/// Runs one feature alone: on a bus of its own, with a clock that stands still, until `body` returns.
///
/// Then it stops the feature as a host does, and records an issue where the feature does not return or leaves a
/// subscription behind.
///
/// - Parameters:
///   - type: The feature.
///   - settings: Its settings.
///   - flags: What its flags hold, by key.
///   - store: Where it keeps its documents; two runs with the same one are a restart.
///   - sourceLocation: Where failures are shown.
///   - prepare: Writes what is there before the feature starts.
///   - body: The test, which starts once the feature is ready.
public func withFeature<F: Feature>(
    _ type: F.Type, settings: F.Settings, flags: [String: Value] = [:], store: MemoryStore = MemoryStore(),
    sourceLocation: SourceLocation = #_sourceLocation,
    prepare: (Store, Blobs) async throws -> Void = { _, _ in }, _ body: (Probe) async throws -> Void
) async throws {
    let clock = TestClock()
    let log = CapturedLog()
    let bus = BusCore(clock: clock.source)
    let arrivals = Arrivals()
    let ready = Signal()
    let ended = Signal()
    let id = "\(F.self)".lowercased()
    let kept = try await store.visit(id, F.contracts)
    try await prepare(kept.store, kept.blobs)
    let instance = FeatureInstance(
        id: id, entry: FeatureEntry(F.self, settings: settings), settings: .null,
        in: .init(
            bus: bus, wiring: F.contracts.wiring, flags: FixedFlags(values: flags), stores: store, log: log.sink,
            onReady: { ready.raise() }))
    let everything = F.contracts.map(\.name).reduce(into: Set<String>()) { $0.insert($1) }
    let neighbour = bus.join(
        "neighbour",
        wiring: Wiring(publishes: everything, reads: everything, serves: everything, requests: everything),
        log: Log(feature: "neighbour", sink: log.sink))
    let trace = bus.trace("**", limit: Overflow.largestCapacity)

    try await withThrowingTaskGroup { group in
        group.addTask { for await seen in trace where seen.source == id { arrivals.add(seen.value, on: seen.topic) } }
        group.addTask {
            do { try await instance.run() } catch is CancellationError {} catch {
                Issue.record("run() threw: \(error)", sourceLocation: sourceLocation)
            }
            ended.raise()
            ready.raise()
        }
        #expect(await Limits.wait(for: ready), "\(id) did not become ready", sourceLocation: sourceLocation)
        let probe = Probe(
            feature: id, on: bus, neighbour: neighbour, kept: kept, clock: clock, log: log, arrivals: arrivals)
        let result: Result<Void, any Error>
        do { result = .success(try await body(probe)) } catch { result = .failure(error) }

        instance.drain()
        if await !Limits.wait(for: ended) {
            Issue.record("run() did not return when \(id) was stopped", sourceLocation: sourceLocation)
            instance.cancel()
        }
        neighbour.revoke()
        group.cancelAll()
        try result.get()
    }
    let open = bus.report.filter { $0.readers.contains { $0.feature == id } }.map(\.name)
    #expect(open.isEmpty, "\(id) still reads \(open) after run() returned", sourceLocation: sourceLocation)
}

/// Flags that hold what a test says.
private struct FixedFlags: FlagSource {
    let values: [String: Value]
    func value(of key: String, for caller: Caller) -> Value? { values[key] }
}
