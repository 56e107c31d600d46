import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct BusDeliveryTests {
    private let stage = Stage()

    @Test func readersGetWhatIsPublishedAfterTheyCame() async throws {
        let member = stage.member("lamp", publishes: ["plain"], reads: ["plain"])
        let bus = Bus(member: member)
        let out = try bus.publisher(on: .plain)
        out(1)
        let messages = try bus.messages(on: .plain)
        out(2)
        out(3)
        member.drain()
        var seen: [(Int, UInt64)] = []
        for await message in messages { seen.append((message.payload, message.sequence)) }
        #expect(seen.map(\.0) == [2, 3])
        #expect(seen.map(\.1) == [2, 3])
    }

    @Test func severalAtOnceComeInTheirOrderAndEachCounts() async throws {
        let lamp = stage.member("lamp", publishes: ["plain"])
        let reader = stage.member("track", reads: ["plain"])
        let messages = try Bus(member: reader).messages(on: .plain)
        let out = try Bus(member: lamp).publisher(on: .plain)
        let cause = Cause(caller: Caller(key: "ada", origin: .http), id: "1")
        async let seen = messages.all()
        out(contentsOf: [1, 2, 3], because: cause)
        out(contentsOf: [])
        out(4)
        lamp.revoke()
        out(contentsOf: [5, 6])
        reader.drain()
        #expect(await seen.map(\.payload) == [1, 2, 3, 4])
        #expect(await seen.map(\.sequence) == [1, 2, 3, 4])
        #expect(await seen.map(\.cause) == [cause, cause, cause, nil])
        #expect(lamp.publishedTooLate == 2)
    }

    @Test func theLastValueComesFirstAndMarked() async throws {
        let member = stage.member("lamp", publishes: ["state"], reads: ["state"])
        let bus = Bus(member: member)
        let early = try bus.messages(on: .state)
        let out = try bus.publisher(on: .state)
        out(1)
        out(2)
        let late = try bus.messages(on: .state)
        out(3)
        member.drain()
        func all(_ messages: Messages<Int>) async -> [String] {
            var seen: [String] = []
            for await message in messages { seen.append("\(message.payload)\(message.isRetained ? " kept" : "")") }
            return seen
        }
        #expect(await all(early) == ["1", "2", "3"])
        #expect(await all(late) == ["2 kept", "3"])
    }

    @Test func aBatchIsSomeOfWhatIsThere() async throws {
        let member = stage.member("lamp", publishes: ["plain"], reads: ["plain"])
        let bus = Bus(member: member)
        let out = try bus.publisher(on: .plain)
        var messages = try bus.messages(on: .plain, overflow: .dropOldest(8)).makeAsyncIterator()
        for number in 1...3 { out(number) }
        #expect(await messages.nextBatch()?.map(\.payload) == [1, 2])
        #expect(await messages.nextBatch()?.map(\.payload) == [3])
        out(4)
        #expect(await messages.nextBatch()?.map(\.payload) == [4])
        member.drain()
        #expect(await messages.nextBatch() == nil)
    }

    @Test func aValueIsKeptBeyondItsPublishersRun() async throws {
        let first = stage.member("lamp", publishes: ["state"])
        try Bus(member: first).publisher(on: .state)(1)
        first.revoke()
        let reader = stage.bus("track", reads: ["state"])
        var kept = try reader.messages(on: .state).makeAsyncIterator()
        #expect(await kept.next()?.payload == 1)
        // The next run goes on counting, so that no reader takes its messages for old ones.
        let again = stage.member("lamp", publishes: ["state"])
        try Bus(member: again).publisher(on: .state)(2)
        #expect(await kept.next()?.sequence == 2)
    }

    @Test func keepsTheNewestOrTheOldest() async throws {
        let member = stage.member("lamp", publishes: ["plain"], reads: ["plain"])
        let bus = Bus(member: member)
        let newest = try bus.messages(on: .plain, overflow: .dropOldest(3))
        let oldest = try bus.messages(on: .plain, overflow: .dropNewest(3))
        let out = try bus.publisher(on: .plain)
        for number in 1...10 { out(number) }
        #expect(newest.dropped == 7 && oldest.dropped == 7)
        #expect(stage.report("plain")?.readers.map(\.waiting) == [3, 3])
        member.drain()
        #expect(await newest.payloads() == [8, 9, 10])
        #expect(await oldest.payloads() == [1, 2, 3])
        let report = try #require(stage.report("plain"))
        #expect(report.published == 10)
        #expect(report.publishers == ["lamp"])
        #expect(report.readers.map(\.delivered) == [3, 3])
        #expect(report.readers.map(\.dropped) == [7, 7])
    }

    @Test func aReaderThatLeavesInTheMiddleUnsubscribes() async throws {
        let member = stage.member("lamp", publishes: ["plain"], reads: ["plain"])
        let bus = Bus(member: member)
        let out = try bus.publisher(on: .plain)
        func readTwo() async throws {
            let messages = try bus.messages(on: .plain, overflow: .dropNewest(8))
            for number in 1...10 { out(number) }
            #expect(stage.report("plain")?.readers.count == 1)
            for await message in messages where message.payload == 2 { break }
        }
        try await readTwo()
        let report = try #require(stage.report("plain"))
        #expect(report.readers.isEmpty)
        // Two at a time leave the buffer of eight.
        #expect(report.endedReaders.delivered == 2)
        #expect(report.endedReaders.dropped == 2)
        #expect(report.endedReaders.unread == 6)
        out(11)
        #expect(stage.report("plain")?.endedReaders.dropped == 2)
    }

    @Test func anIteratorAloneKeepsTheSubscription() async throws {
        let bus = stage.bus("lamp", publishes: ["plain"], reads: ["plain"])
        var iterator: Messages<Int>.Iterator? = try bus.messages(on: .plain).makeAsyncIterator()
        try bus.publisher(on: .plain)(5)
        #expect(await iterator?.next()?.payload == 5)
        iterator = nil
        #expect(stage.report("plain")?.readers.isEmpty == true)
    }

    @Test func drainingEndsALoopThatWaits() async throws {
        for _ in 0..<200 {
            let member = stage.member("lamp", publishes: ["plain"], reads: ["plain"])
            let messages = try Bus(member: member).messages(on: .plain)
            try Bus(member: member).publisher(on: .plain)(1)
            async let all = messages.payloads()
            member.drain()
            #expect(await all == [1])
        }
    }

    @Test func cancellingEndsALoopThatWaits() async throws {
        let bus = stage.bus("lamp", reads: ["plain"])
        func readUntilCancelled() async throws {
            let messages = try bus.messages(on: .plain)
            await withTaskGroup { group in
                group.addTask { #expect(await messages.payloads().isEmpty) }
                group.cancelAll()
            }
        }
        try await readUntilCancelled()
        #expect(stage.report("plain")?.readers.isEmpty == true)
    }

    /// A publisher that never pauses must not keep a reader that is told to go.
    @Test func cancellingEndsALoopThatHasAlwaysMoreToRead() async throws {
        let bus = stage.bus("lamp", publishes: ["plain"], reads: ["plain"])
        let messages = try bus.messages(on: .plain, overflow: .dropOldest(8))
        let out = try bus.publisher(on: .plain)
        for number in 0..<8 { out(number) }
        await withTaskGroup { group in
            group.addTask {
                var read = 0
                for await _ in messages {
                    read += 1
                    // Always one more than it reads.
                    out(read)
                    out(read)
                    if read == 100 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                    if read == 10_000 { break }
                }
                // What it had in its hands it may finish.
                #expect((100...102).contains(read))
            }
        }
    }

    @Test func aRevokedPublisherIsCounted() async throws {
        let lamp = stage.member("lamp", publishes: ["plain", "patient"])
        let reader = stage.member("track", reads: ["plain"])
        let messages = try Bus(member: reader).messages(on: .plain)
        let out = try Bus(member: lamp).publisher(on: .plain)
        let patient = try Bus(member: lamp).publisher(on: .patient)
        lamp.drain()
        out(1)
        #expect(lamp.publishedTooLate == 0)
        lamp.revoke()
        out(2)
        out(3)
        #expect(try await patient.publishWaiting(4, within: .seconds(1)) == false)
        #expect(lamp.publishedTooLate == 3)
        reader.drain()
        #expect(await messages.payloads() == [1])
        #expect(stage.report("plain")?.published == 1)
    }

    @Test func noReaderStallsAPublisher() throws {
        let bus = stage.bus("lamp", publishes: ["patient"], reads: ["patient"])
        let stuck = try bus.messages(on: .patient, overflow: .dropNewest(1))
        let out = try bus.publisher(on: .patient)
        for number in 0..<100_000 { out(number) }
        #expect(stuck.dropped == 99_999)
    }
}
