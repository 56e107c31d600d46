import Testing

@_spi(Hosting) @testable import FeatureKit

/// What a feature sees of topics, in a host and in a worker.
@Suite(.timeLimit(.minutes(1))) struct GroundTopicsTests {
    private let cause = Cause(caller: Caller(key: "u1", attributes: ["vip": true], origin: .http), id: "c")

    @Test(arguments: Ground.allCases) func whatIsKeptComesFirst(_ ground: Ground) async throws {
        let heard = Lock<[String]>([])
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let messages = try context.bus.messages(on: .state, overflow: .dropNewest(1_000))
                context.ready()
                for await message in messages {
                    let cause = message.cause.map { "\($0.caller.key ?? "?") \($0.id)" } ?? "-"
                    heard.withLock {
                        $0.append(
                            "\(message.payload) \(message.source) \(message.sequence) \(message.isRetained) \(cause)")
                    }
                    #expect(message.time == Timestamp(nanoseconds: 1_790_000_000_000_000_000))
                }
            })
        let out = try Bus(member: rehearsal.phone).publisher(on: .state)
        out(1)
        out(2, because: cause)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            for number in 3...200 { out(number) }
            out(201, because: cause)
            rehearsal.instance.drain()
        }
        let lines = heard.withLock { $0 }
        #expect(lines.first == "2 phone 2 true u1 c")
        #expect(lines.dropFirst().dropLast() == (3...200).map { "\($0) phone \($0) false -" }[...])
        #expect(lines.last == "201 phone 201 false u1 c")
        #expect(rehearsal.leavesNothing)
    }

    /// All that is kept comes first, however small the buffer is, and then what follows: each once and in order.
    @Test(arguments: Ground.allCases) func whatIsKeptByKeysComesFirst(_ ground: Ground) async throws {
        let heard = Lock<[String]>([])
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let messages = try context.bus.messages(on: .seats(), overflow: .dropNewest(1))
                context.ready()
                for await message in messages {
                    heard.withLock { $0.append("\(message.payload.free) \(message.isRetained)") }
                }
            })
        let out = try Bus(member: rehearsal.phone).publisher(on: .seats())
        for number in 0..<600 { out(Seats(bar: "\(number % 300)", shift: 1, free: number)) }
        try await rehearsal.play {
            await rehearsal.ready.wait()
            while heard.withLock({ $0.count }) < 300 { await Task.yield() }
            for number in 600..<620 {
                out(Seats(bar: "new", shift: 1, free: number))
                while heard.withLock({ $0.count }) <= number - 300 { await Task.yield() }
            }
            rehearsal.instance.drain()
        }
        #expect(heard.withLock { $0 } == (300..<620).map { "\($0) \($0 < 600)" })
        #expect(rehearsal.stage.report("state")?.endedReaders.dropped == 0)
        #expect(rehearsal.leavesNothing)
    }

    @Test(arguments: Ground.allCases) func readsTheFieldsThatItDeclares(_ ground: Ground) async throws {
        let heard = Lock<[RideGlance]>([])
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let messages = try context.bus.messages(on: Topic<RideGlance>("state"))
                let wrong = await words { _ = try context.bus.messages(on: Topic<Seats>("state")) }
                #expect(wrong == #""state" has two shapes at bar: a text in lamp, no such field in phone"#)
                context.ready()
                for await message in messages { heard.withLock { $0.append(message.payload) } }
                #expect(messages.dropped == 0)
            })
        let out = try Bus(member: rehearsal.phone).publisher(on: Topic<Ride>("state", retain: .latest))
        out(Ride(rider: "ada", place: .init(track: "north", metres: 1), token: Secret("s")))
        try await rehearsal.play {
            await rehearsal.ready.wait()
            out(Ride(rider: "ada", place: .init(track: "north", metres: 2), tags: ["x"]))
            rehearsal.instance.drain()
        }
        #expect(heard.withLock { $0 } == [1, 2].map { RideGlance(place: .init(metres: $0)) })
        #expect(rehearsal.leavesNothing)
    }

    @Test(arguments: Ground.allCases) func keepsByKeysWhatItPublishes(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let out = try context.bus.publisher(on: .seats(most: 10))
                for number in 0..<30 { out(Seats(bar: "\(number % 15)", shift: 1, free: number)) }
                out(Seats(bar: "7", shift: 1, free: 0, closed: true))
                let problem = await words {
                    _ = try context.bus.publisher(on: Topic<Seats>("state", retain: .latest(per: "tags", most: 5)))
                }
                #expect(problem?.hasPrefix(#""state" can't keep the last value per "tags": "tags" is a list"#) == true)
            })
        try await rehearsal.run()
        let late = try Bus(member: rehearsal.phone).messages(on: .seats())
        rehearsal.phone.drain()
        #expect(await late.payloads().map(\.free) == (20..<30).filter { $0 != 22 })
        #expect(rehearsal.stage.report("state").map { [UInt64($0.kept), $0.forgotten] } == [9, 20])
    }

    /// What lay there when it was asked to stop is read; what was too much for it is counted.
    @Test(arguments: Ground.allCases) func losesWhatItAskedToLose(_ ground: Ground) async throws {
        let release = Signal()
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let newest = try context.bus.messages(on: .plain, overflow: .dropOldest(4))
                let oldest = try context.bus.messages(on: .plain, overflow: .dropNewest(4))
                context.ready()
                await release.wait()
                #expect(newest.dropped == 6)
                #expect(oldest.dropped == 6)
                #expect(await newest.payloads() == [7, 8, 9, 10])
                #expect(await oldest.payloads() == [1, 2, 3, 4])
                #expect(newest.dropped == 6)
            })
        let out = try Bus(member: rehearsal.phone).publisher(on: .plain)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            for number in 1...10 { out(number) }
            #expect(rehearsal.stage.report("plain")?.readers.map(\.dropped) == [6, 6])
            #expect(rehearsal.stage.report("plain")?.readers.map(\.waiting) == [4, 4])
            rehearsal.instance.drain()
            release.raise()
        }
        let left = try #require(rehearsal.stage.report("plain")?.endedReaders)
        #expect((left.delivered, left.dropped, left.unread) == (8, 12, 0))
    }

    @Test(arguments: Ground.allCases) func publishesInOrderAndKeepsTheLast(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { [cause] _, context in
                let (plain, state) = (
                    try context.bus.publisher(on: .plain), try context.bus.publisher(on: .state)
                )
                for number in 1...5_000 { plain(number) }
                state(1)
                state(2, because: cause)
            })
        let heard = try Bus(member: rehearsal.phone).messages(on: .plain, overflow: .dropNewest(10_000))
        try await rehearsal.run()
        let late = try Bus(member: rehearsal.phone).messages(on: .state)
        rehearsal.phone.drain()
        var numbers: [Int] = []
        for await message in heard {
            #expect(message.source == "lamp" && Int(message.sequence) == message.payload && message.cause == nil)
            #expect(message.time == rehearsal.stage.clock.now)
            numbers.append(message.payload)
        }
        #expect(numbers == Array(1...5_000))
        var iterator = late.makeAsyncIterator()
        let last = try #require(await iterator.next())
        #expect(last.payload == 2 && last.isRetained && last.cause == cause && last.sequence == 2)
        #expect(rehearsal.stage.report("plain")?.lost == 0)
    }

    @Test(arguments: Ground.allCases) func publishesOnceThereIsRoom(_ ground: Ground) async throws {
        let steps = Lock<[String]>([])
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let out = try context.bus.publisher(on: .patient)
                out(1)
                context.ready()
                let hadRoom = try await out.publishWaiting(2, within: .seconds(5))
                steps.withLock { $0.append("had room: \(hadRoom)") }
                let error = await words {
                    _ = try await context.bus.publisher(on: .plain).publishWaiting(1, within: .seconds(1))
                }
                steps.withLock { $0.append(error ?? "") }
                let hasRoom = try await out.publishWaiting(3, within: .seconds(5))
                steps.withLock { $0.append("has room: \(hasRoom)") }
            })
        let heard = try Bus(member: rehearsal.phone).messages(on: .patient, overflow: .dropNewest(1))
        try await rehearsal.play {
            await rehearsal.ready.wait()
            await rehearsal.stage.clock.sleepers(atLeast: 1)
            var iterator = heard.makeAsyncIterator()
            #expect(await iterator.next()?.payload == 1)
            #expect(await iterator.next()?.payload == 2)
            #expect(await iterator.next()?.payload == 3)
        }
        #expect(heard.dropped == 0)
        #expect(
            steps.withLock { $0 } == [
                "had room: true",
                #""plain" does not wait; declare it with waits: true, or publish without waiting"#,
                "has room: true",
            ])
    }

    @Test(arguments: Ground.allCases) func publishesAllTheSameAtTheEndOfItsLimit(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let out = try context.bus.publisher(on: .patient)
                out(1)
                let hadRoom = try await out.publishWaiting(2, within: .seconds(5))
                #expect(!hadRoom)
                await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try await out.publishWaiting(3, within: .seconds(5)) }
                    context.ready()
                    await context.untilStopped()
                    group.cancelAll()
                    await #expect(throws: CancellationError.self) { try await group.next() }
                }
            })
        let heard = try Bus(member: rehearsal.phone).messages(on: .patient, overflow: .dropNewest(1))
        try await rehearsal.play {
            await rehearsal.stage.clock.sleepers(atLeast: 1)
            rehearsal.stage.clock.advance(by: .seconds(5))
            await rehearsal.ready.wait()
            await rehearsal.stage.clock.sleepers(atLeast: 1)
            rehearsal.instance.drain()
        }
        #expect(heard.dropped == 1)
        #expect(rehearsal.stage.report("patient")?.published == 2)
        #expect(rehearsal.leavesNothing)
    }

    @Test(arguments: Ground.allCases) func isToldWhatIsWrongWordForWord(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let undeclared = await words { _ = try context.bus.publisher(on: Topic<Int>("statte")) }
                #expect(
                    undeclared == #"lamp: no .publishes(…) in its contracts declares "statte"; "#
                        + #"did you mean "state"?"#)
                let unread = await words { _ = try context.bus.messages(on: Topic<Int>("patient")) }
                #expect(unread == #"lamp: no .reads(…) in its contracts declares "patient""#)
                _ = try context.bus.messages(on: .plain)
                let other = #expect(throws: BusError.self) { try context.bus.messages(on: Topic<Bool>("plain")) }
                #expect(
                    other?.description == #""plain" has two shapes: true or false in lamp, a whole number in phone"#)
                #expect(other?.code == .shapeDiffers)
                context.ready()
                await context.untilStopped()
                let stopped = #expect(throws: BusError.self) { try context.bus.messages(on: .plain) }
                #expect(stopped?.code == .stopped)
                #expect(stopped?.description == "lamp has been stopped")
            })
        _ = try Bus(member: rehearsal.phone).publisher(on: .plain)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            rehearsal.instance.drain()
        }
        #expect(rehearsal.instance.misuses.count == 2)
    }

    /// Its Shape says any number, its Codable refuses one: a mistake in a payload's own code.
    private struct Picky: Shaped, Codable {
        let number: Int
        static let shape = Int.shape
        init(from decoder: any Decoder) throws {
            number = try Int(from: decoder)
            if number.isMultiple(of: 2) {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "picky"))
            }
        }
        func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
    }

    @Test(arguments: Ground.allCases) func whatCannotBeReadIsLoggedOnceAndCounted(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let messages = try context.bus.messages(on: Topic<Picky>("plain"))
                context.ready()
                #expect(await messages.payloads().map(\.number) == [1, 3, 5])
                #expect(messages.dropped == 2)
            })
        let out = try Bus(member: rehearsal.phone).publisher(on: .plain)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            for number in 1...5 { out(number) }
            rehearsal.instance.drain()
        }
        let left = try #require(rehearsal.stage.report("plain")?.endedReaders)
        #expect((left.delivered, left.dropped) == (3, 2))
        let lines = rehearsal.stage.log.lines
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix(
                "error lamp: can't read a message; more of them are only counted topic=plain source=phone error=")
                == true)
    }

    @Test(arguments: Ground.allCases) func whoLetsGoReadsNoMore(_ ground: Ground) async throws {
        let left = Signal()
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                for round in 1...3 {
                    let messages = try context.bus.messages(on: .state)
                    var iterator = messages.makeAsyncIterator()
                    #expect(await iterator.next()?.payload == 7, "in round \(round)")
                }
                left.raise()
                context.ready()
                await context.untilStopped()
            })
        try Bus(member: rehearsal.phone).publisher(on: .state)(7)
        try await rehearsal.play {
            await left.wait()
            #expect(rehearsal.stage.report("state")?.readers.isEmpty == true)
            #expect(rehearsal.stage.report("state")?.endedReaders.delivered == 3)
            rehearsal.instance.drain()
        }
    }

    /// Nobody loses anything who asks for enough, whatever the pace of both.
    @Test(arguments: Ground.allCases) func manyMessagesBothWays(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                let messages = try context.bus.messages(on: .plain, overflow: .dropNewest(10_000))
                let out = try context.bus.publisher(on: .state)
                context.ready()
                for await message in messages { out(message.payload, because: message.cause) }
            })
        let out = try Bus(member: rehearsal.phone).publisher(on: .plain)
        let back = try Bus(member: rehearsal.phone).messages(on: .state, overflow: .dropNewest(10_000))
        try await rehearsal.play {
            await rehearsal.ready.wait()
            for number in 1...5_000 {
                out(number)
                if number.isMultiple(of: 100) { await Task.yield() }
            }
            rehearsal.instance.drain()
        }
        rehearsal.phone.drain()
        #expect(await back.payloads() == Array(1...5_000))
    }

    @Test(arguments: Ground.allCases) func linesThatNobodyWantsAreNotMade(_ ground: Ground) async throws {
        let goOn = Signal()
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                func costly() -> String {
                    Issue.record("made a line that nobody wants")
                    return ""
                }
                context.log.info(costly())
                context.log.warning("a")
                context.ready()
                await goOn.wait()
                context.log.info("b")
            })
        rehearsal.stage.log.want(from: .warning)
        try await rehearsal.play {
            await rehearsal.ready.wait()
            rehearsal.stage.log.want(from: .info)
            goOn.raise()
        }
        #expect(rehearsal.stage.log.lines == ["warning lamp: a", "info lamp: b"])
    }

    @Test(arguments: Ground.allCases) func theLogHasItsLevelsAndFields(_ ground: Ground) async throws {
        let rehearsal = try Rehearsal(
            on: ground,
            .init { _, context in
                context.log.debug("a")
                context.log.warning("b", [("x", "1"), ("y", "añil")])
            })
        try await rehearsal.run()
        #expect(rehearsal.stage.log.lines == ["debug lamp: a", "warning lamp: b x=1 y=añil"])
    }
}
