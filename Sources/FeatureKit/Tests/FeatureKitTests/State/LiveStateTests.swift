import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct LiveStateTests {
    private struct Written: Sendable, Equatable {
        let writer: Int
        let number: Int
    }

    private let stop = Signal()
    private var clock: FeatureClock { FeatureClock(source: ManualClock(), stop: stop) }

    @Test func `a reader gets what holds now, then only the newest`() async throws {
        let state = LiveState<String, Int>(on: clock)
        state.set(1, for: "a")
        var values = try state.values(of: "a").makeAsyncIterator()
        #expect(await values.next() == 1)
        for number in 2...5 { state.set(number, for: "a") }
        state.set(9, for: "b")
        #expect(await values.next() == 5)
        #expect(state["a"] == 5)
        #expect(state["c"] == nil)
        #expect(state.count == 2)
    }

    @Test func `an older version that comes late changes nothing`() async throws {
        let state = LiveState<String, Int>(on: clock)
        state.set(2, for: "a", version: 2)
        state.set(1, for: "a", version: 1)
        #expect(state["a"] == 2)
        state.set(3, for: "a", version: 3)
        #expect(state["a"] == 3)
        state.set(4, for: "a")
        #expect(state["a"] == 4)
    }

    @Test func `who comes before the first value waits for it`() async throws {
        let state = LiveState<String, Int>(on: clock)
        let values = try state.values(of: "a")
        async let first = values.first { _ in true }
        state.set(7, for: "a")
        #expect(await first == 7)
    }

    @Test func `a loop ends with its key, its feature and its task`() async throws {
        let state = LiveState<String, Int>(on: clock)
        state.set(1, for: "a")
        state.set(1, for: "b")
        let begun = (0..<3).map { _ in Signal() }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for (key, begun) in zip(["a", "b", "b"], begun) {
                let values = try state.values(of: key)
                group.addTask {
                    var count = 0
                    for await _ in values {
                        count += 1
                        begun.raise()
                    }
                    return count
                }
            }
            for signal in begun { await signal.wait() }
            state.remove("a")
            #expect(try await group.next() == 1)
            stop.raise()
            for try await count in group { #expect(count == 1) }
        }
        let cancelled = Task { [state] in
            for await _ in try state.values(of: "none") { Issue.record("there is no value") }
        }
        cancelled.cancel()
        try await cancelled.value
        #expect(state.readers == 0)
    }

    @Test func `a value that is taken away ends who waits for the first one, and nobody who begins later`() async throws
    {
        let state = LiveState<String, Int>(on: clock)
        let before = try state.values(of: "a")
        state.remove("a")
        for await _ in before { Issue.record("there is no value") }
        let after = try state.values(of: "a")
        state.set(1, for: "a")
        for await value in after {
            #expect(value == 1)
            state.remove("a")
        }
    }

    @Test func `keys and readers have limits, and what is refused is counted`() throws {
        let state = LiveState<String, Int>(on: clock, mostKeys: 1, mostReaders: 1)
        #expect(state.set(1, for: "a"))
        #expect(!state.set(1, for: "b"))
        #expect(state.set(2, for: "a"))
        let first = try state.values(of: "none")
        let refusal = #expect(throws: RouteError.self) { try state.values(of: "a") }
        #expect(refusal?.code == "too-many-readers")
        #expect(state.refused == 2)
        withExtendedLifetime(first) {}
        state.remove("a")
        #expect(state.set(1, for: "b"))
    }

    @Test func `a place is free again once its reader has gone`() throws {
        let state = LiveState<String, Int>(on: clock, mostReaders: 1)
        for _ in 0..<3 {
            let values = try state.values(of: "a")
            #expect(state.readers == 1)
            withExtendedLifetime(values) {}
        }
        #expect(state.readers == 0)
    }

    /// Many writers and readers at once: no reader sees a writer's older value after a newer one, and each ends with the
    /// value that holds in the end.
    @Test func `no reader goes back, and each sees the end`() async throws {
        var random = SeededRandom.announced()
        for _ in 0..<20 {
            let keys = ["a", "b", "c"].prefix(Int.random(in: 1...3, using: &random))
            let writers = Int.random(in: 1...4, using: &random)
            let perWriter = 300
            let state = LiveState<String, Written>(on: clock)
            var seen: [(key: String, values: [Written])] = []
            try await withThrowingTaskGroup(of: (String, [Written]).self) { group in
                for _ in 0..<6 {
                    let key = keys.randomElement(using: &random) ?? "a"
                    let values = try state.values(of: key)
                    var pace = random.branch()
                    group.addTask {
                        var seen: [Written] = []
                        for await value in values {
                            seen.append(value)
                            if value.writer < 0 { break }
                            for _ in 0..<Int.random(in: 0...5, using: &pace) { await Task.yield() }
                        }
                        return (key, seen)
                    }
                }
                await withTaskGroup { group in
                    for writer in 0..<writers {
                        var pace = random.branch()
                        group.addTask { [keys] in
                            for number in 1...perWriter {
                                let key = keys.randomElement(using: &pace) ?? "a"
                                state.set(Written(writer: writer, number: number), for: key)
                                if Int.random(in: 0...3, using: &pace) == 0 { await Task.yield() }
                            }
                        }
                    }
                }
                for key in keys { state.set(Written(writer: -1, number: 0), for: key) }
                for try await (key, values) in group { seen.append((key, values)) }
            }
            #expect(seen.count == 6)
            for (key, values) in seen {
                #expect(values.last == state[key])
                for writer in 0..<writers {
                    let numbers = values.filter { $0.writer == writer }.map(\.number)
                    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
                }
            }
            #expect(state.readers == 0)
        }
    }
}
