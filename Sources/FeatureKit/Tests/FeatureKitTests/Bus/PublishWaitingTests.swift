import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct PublishWaitingTests {
    private let stage = Stage()
    private let bus: Bus
    private let out: Publisher<Int>

    init() throws {
        bus = stage.bus("lamp", publishes: ["patient", "plain"], reads: ["patient"])
        out = try bus.publisher(on: .patient)
    }

    @Test func aTopicThatDoesNotWaitIsRefused() async throws {
        let plain = try bus.publisher(on: .plain)
        let error = await #expect(throws: BusError.self) { try await plain.publishWaiting(1, within: .seconds(1)) }
        #expect(error?.code == .doesNotWait)
        #expect(
            error?.description == #""plain" does not wait; declare it with waits: true, or publish without waiting"#)
        #expect(stage.report("plain")?.published == 0)
    }

    @Test func goesOnAtOnceWhereThereIsRoom() async throws {
        #expect(try await out.publishWaiting(1, within: .zero))
        let messages = try bus.messages(on: .patient, overflow: .dropOldest(1))
        #expect(try await out.publishWaiting(2, within: .zero))
        #expect(stage.clock.sleeperCount == 0)
        #expect(messages.dropped == 0)
    }

    @Test func waitsForRoom() async throws {
        let messages = try bus.messages(on: .patient, overflow: .dropNewest(1))
        out(1)
        async let hadRoom = out.publishWaiting(2, within: .seconds(5))
        await stage.clock.sleepers(atLeast: 1)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next()?.payload == 1)
        #expect(try await hadRoom)
        #expect(await iterator.next()?.payload == 2)
        #expect(messages.dropped == 0)
        #expect(stage.clock.sleeperCount == 0)
    }

    @Test func publishesAllTheSameAtTheEndOfItsLimit() async throws {
        let slow = try bus.messages(on: .patient, overflow: .dropNewest(1))
        let fast = try bus.messages(on: .patient)
        out(1)
        async let hadRoom = out.publishWaiting(2, within: .seconds(5))
        await stage.clock.sleepers(atLeast: 1)
        stage.clock.advance(by: .seconds(5))
        #expect(try await hadRoom == false)
        #expect(slow.dropped == 1)
        var iterator = fast.makeAsyncIterator()
        #expect(await iterator.next()?.payload == 1)
        #expect(await iterator.next()?.payload == 2)
    }

    @Test func waitsForEveryReader() async throws {
        let first = try bus.messages(on: .patient, overflow: .dropNewest(1))
        let second = try bus.messages(on: .patient, overflow: .dropOldest(1))
        out(1)
        var (one, two) = (first.makeAsyncIterator(), second.makeAsyncIterator())
        async let hadRoom = out.publishWaiting(2, within: .seconds(5))
        await stage.clock.sleepers(atLeast: 1)
        #expect(await one.next()?.payload == 1)
        #expect(stage.report("patient")?.published == 1)
        #expect(await two.next()?.payload == 1)
        #expect(try await hadRoom)
        #expect(first.dropped == 0 && second.dropped == 0)
    }

    @Test func cancellationEndsTheWaitWithoutPublishing() async throws {
        let messages = try bus.messages(on: .patient, overflow: .dropNewest(1))
        out(1)
        await withThrowingTaskGroup { group in
            group.addTask { [out] in _ = try await out.publishWaiting(2, within: .seconds(5)) }
            await stage.clock.sleepers(atLeast: 1)
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.next() }
        }
        #expect(stage.report("patient")?.published == 1)
        #expect(messages.dropped == 0)
    }

    @Test func aReaderThatLeavesIsNoLongerWaitedFor() async throws {
        var leaving: Messages<Int>? = try bus.messages(on: .patient, overflow: .dropNewest(1))
        out(1)
        async let hadRoom = out.publishWaiting(2, within: .seconds(5))
        await stage.clock.sleepers(atLeast: 1)
        #expect(leaving != nil)
        leaving = nil
        #expect(try await hadRoom)
    }

    @Test func aReaderThatIsDrainedIsNoLongerWaitedFor() async throws {
        let reader = stage.member("track", reads: ["patient"])
        let messages = try Bus(member: reader).messages(on: .patient, overflow: .dropNewest(1))
        out(1)
        async let hadRoom = out.publishWaiting(2, within: .seconds(5))
        await stage.clock.sleepers(atLeast: 1)
        reader.drain()
        #expect(try await hadRoom)
        #expect(await messages.payloads() == [1])
    }

    /// A reader that never reads again must not collect everyone who ever waited for it.
    @Test func whoGaveUpWaitingIsForgotten() {
        let mailbox = Mailbox(.dropNewest(1))
        let parcel = TypedParcel(
            1, topic: "t", source: "s", sequence: 1, time: Timestamp(nanoseconds: 0), cause: nil)
        mailbox.put(parcel).wake()
        weak let waited: Signal? = {
            let room = Signal()
            #expect(!mailbox.hasRoom(orRaise: room))
            room.raise()
            return room
        }()
        #expect(!mailbox.hasRoom(orRaise: Signal()))
        #expect(waited == nil)
    }

    /// Everyone waits, so nobody loses anything, whatever the readers' pace.
    @Test func manyWaitersLoseNothing() async throws {
        var random = SeededRandom.announced()
        let reader = stage.member("track", reads: ["patient"])
        let boxes = [1, 2, 7].map { Overflow.dropOldest($0) }
        let readers = try boxes.map { try Bus(member: reader).messages(on: .patient, overflow: $0) }
        let readings = await withTaskGroup(of: [Int].self) { group in
            for messages in readers {
                var pace = random.branch()
                group.addTask {
                    var all: [Int] = []
                    for await message in messages {
                        all.append(message.payload)
                        for _ in 0..<Int.random(in: 0...3, using: &pace) { await Task.yield() }
                    }
                    return all
                }
            }
            await withTaskGroup { publishers in
                for first in [0, 1_000, 2_000] {
                    publishers.addTask { [out] in
                        for number in first..<(first + 300) {
                            let hadRoom = try? await out.publishWaiting(number, within: .seconds(5))
                            #expect(hadRoom == true)
                        }
                    }
                }
            }
            reader.drain()
            return await group.reduce(into: [[Int]]()) { $0.append($1) }
        }
        for reading in readings {
            #expect(reading.count == 900)
            for first in [0, 1_000, 2_000] {
                #expect(reading.filter { $0 / 1_000 == first / 1_000 } == Array(first..<(first + 300)))
            }
        }
    }
}
