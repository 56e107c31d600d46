import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct TraceTests {
    private let stage = Stage()
    private let bus: Bus

    init() { bus = stage.bus("lamp", publishes: ["plain", "state", "lamp.lit", "lamp.zone.lit"]) }

    @Test func showsWhatThePatternAsksForAsPlainData() async throws {
        let trace = stage.core.trace("lamp.**")
        let lit = try bus.publisher(on: Topic<Numbered>("lamp.lit"))
        let zone = try bus.publisher(on: Topic<Secret>("lamp.zone.lit"))
        let cause = Cause(caller: .system, id: "c")
        try bus.publisher(on: .plain)(1)
        lit(Numbered(from: 1, number: 2), because: cause)
        zone(Secret("swordfish"))
        lit(Numbered(from: 1, number: 3))
        var iterator = trace.makeAsyncIterator()
        let first = try #require(await iterator.next())
        #expect((first.topic, first.source, first.sequence) == ("lamp.lit", "lamp", 1))
        #expect(first.time == stage.clock.now)
        #expect(first.cause == cause)
        #expect(first.value == ["from": 1, "number": 2])
        let second = try #require(await iterator.next())
        #expect(second.topic == "lamp.zone.lit")
        #expect(second.value == "<redacted>")
        let third = try #require(await iterator.next())
        #expect((third.topic, third.sequence) == ("lamp.lit", 2))
        #expect(third.cause == nil)
    }

    @Test func isBoundedAndCountsWhatItDrops() async throws {
        let trace = stage.core.trace("**", limit: 3)
        let out = try bus.publisher(on: .plain)
        for number in 1...1_000 { out(number) }
        #expect(trace.dropped == 997)
        var iterator = trace.makeAsyncIterator()
        #expect(await iterator.next()?.value == 998)
    }

    @Test func neverPressesBack() async throws {
        let waiting = stage.bus("patient", publishes: ["patient"])
        let trace = stage.core.trace("**", limit: 1)
        let out = try waiting.publisher(on: .patient)
        for number in 1...10 { #expect(try await out.publishWaiting(number, within: .zero)) }
        #expect(trace.dropped == 9)
    }

    @Test func endsWithItsTaskAndLeavesNothingBehind() async throws {
        let tracers = Tracers()
        func watch() async {
            let trace = Trace(pattern: TopicPattern("**"), overflow: .dropOldest(1), tracers: tracers)
            #expect(tracers.areThere)
            await withTaskGroup { group in
                group.addTask { for await _ in trace {} }
                group.cancelAll()
            }
        }
        await watch()
        #expect(!tracers.areThere)
    }

    @Test func showsWhatIsPublishedWhileItWatches() async throws {
        let out = try bus.publisher(on: .state)
        out(1)
        let trace = stage.core.trace("*")
        out(2)
        var iterator = trace.makeAsyncIterator()
        #expect(await iterator.next()?.value == 2)
    }

    @Test func manyWatchTheSame() async throws {
        let traces = ["**", "plain", "state", "*"].map { stage.core.trace($0) }
        try bus.publisher(on: .plain)(1)
        try bus.publisher(on: .state)(2)
        var seen: [[Value]] = []
        for (trace, count) in zip(traces, [2, 1, 1, 2]) {
            var iterator = trace.makeAsyncIterator()
            var values: [Value] = []
            for _ in 0..<count { if let element = await iterator.next() { values.append(element.value) } }
            seen.append(values)
        }
        #expect(seen == [[1, 2], [1], [2], [1, 2]])
    }

    @Test func aWatchHasWhatIsKeptFirstAndLeavesNothingBehind() async throws {
        let state = stage.bus("phone", publishes: ["phone.state"])
        let out = try state.publisher(on: Topic<String>("phone.state", retain: .latest))
        out("old")
        out("kept")
        func watch() async {
            let trace = stage.core.watch("phone.state", as: "http", limit: 2)
            for value in ["new", "newer"] { out(value) }
            #expect(stage.report("phone.state")?.readers.map(\.feature) == ["http"])
            var iterator = trace.makeAsyncIterator()
            // What was kept takes no room of the two that may wait; the oldest of three others went.
            out("newest")
            var seen: [String] = []
            for _ in 0..<3 {
                guard let next = await iterator.next() else { break }
                seen.append("\(next.value.json) \(next.isRetained)")
            }
            #expect(seen == [#""kept" true"#, #""newer" false"#, #""newest" false"#])
            #expect(trace.dropped == 1)
        }
        await watch()
        #expect(stage.report("phone.state")?.readers.isEmpty == true)
        var late = stage.core.watch("phone.state", as: "http").makeAsyncIterator()
        let kept = await late.next()
        #expect(kept?.value == "newest")
        #expect(kept?.isRetained == true)
    }
}
