import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct DocumentChangesTests {
    private func numbers(
        of engine: FakeEngine, stop: Signal, most: Int = .max
    ) async throws -> [Int] {
        let jots = try StoreAccess.holding(engine, stop: stop).store.collection(.jots)
        var numbers: [Int] = []
        for try await change in try await jots.changes(after: ChangeToken("fake.start")) {
            numbers.append(change.document?.number ?? -1)
            if numbers.count == most { break }
        }
        return numbers
    }

    @Test func whatWasReadIsHandedOutBeforeAnybodyWaits() async throws {
        let engine = FakeEngine(batches: [
            .changes([1, 2], isAtEnd: false), .changes([], isAtEnd: false), .changes([3], isAtEnd: true),
        ])
        #expect(try await numbers(of: engine, stop: Signal(), most: 3) == [1, 2, 3])
        #expect(!engine.waits.isRaised)
        // Each time it goes on where the batch before ended, also where that had nothing for it.
        #expect(engine.asked == ["fake.start", "fake.1", "fake.2"])
    }

    @Test func whoWaitsEndsWithTheFeature() async throws {
        let engine = FakeEngine(batches: [.changes([1], isAtEnd: true)])
        let stop = Signal()
        async let read = numbers(of: engine, stop: stop)
        await engine.waits.wait()
        stop.raise()
        #expect(try await read == [1])
    }

    @Test func whoWaitsEndsWithItsTask() async throws {
        let engine = FakeEngine(batches: [.changes([1], isAtEnd: true)])
        let task = Task { try await numbers(of: engine, stop: Signal()) }
        await engine.waits.wait()
        task.cancel()
        #expect(try await task.value == [1])
    }

    @Test func anEngineThatNoticesTheCancellationFirstEndsItToo() async throws {
        let engine = FakeEngine(batches: [.changes([1], isAtEnd: false), .cancelled])
        #expect(try await numbers(of: engine, stop: Signal()) == [1])
    }

    @Test func aFeatureThatStopsReadsNoMore() async throws {
        let engine = FakeEngine(batches: [.changes([1], isAtEnd: false)])
        let stop = Signal()
        stop.raise()
        #expect(try await numbers(of: engine, stop: stop) == [])
        #expect(engine.asked == [])
    }

    @Test func whoIsBehindIsTold() async throws {
        let engine = FakeEngine(batches: [.changes([1], isAtEnd: false), .failure(.behind("jots"))])
        let error = await #expect(throws: StoreError.self) { try await numbers(of: engine, stop: Signal()) }
        #expect(error == .behind("jots"))
    }

    @Test func eachLoopStartsWhereTheChangesDo() async throws {
        let engine = FakeEngine(batches: [.changes([1, 2], isAtEnd: true), .changes([1, 2], isAtEnd: true)])
        let changes = try await StoreAccess.holding(engine).store.collection(.jots).changes()
        for _ in 0..<2 {
            var loop = changes.makeAsyncIterator()
            #expect(try await loop.next(isolation: nil)?.id == "1")
        }
        #expect(engine.asked == ["fake.0", "fake.0"])
    }

    @Test(arguments: ["", ".", "a", "a.", "a.-1", "a.1.2", "a.x", "a.9223372036854775808", "1"])
    func aTextThatIsNoPlaceIsNone(text: String) { #expect(ChangeToken(text).place == nil) }

    @Test func aPlaceIsAText() throws {
        let token = ChangeToken(history: "abc", position: .max)
        #expect(token.description == "abc.9223372036854775807")
        #expect(ChangeToken(token.description).place?.history == "abc")
        #expect(ChangeToken(token.description).place?.position == .max)
        #expect(try Value(encoding: token) == "abc.9223372036854775807")
    }
}
