import Testing

@_spi(Hosting) @testable import FeatureKit

/// One run of a feature takes over from another: what each of them says and is asked, to the last message.
@Suite(.timeLimit(.minutes(1))) struct TakingOverTests {
    private let stage = Stage()
    private let phone: Member

    init() {
        phone = stage.member(
            "phone", publishes: ["plain", "state"], reads: ["plain", "state", "patient"],
            requests: ["lamp.double", "lamp.other"])
    }

    private func lamp(isSuccessor: Bool = false) -> Member {
        stage.core.join(
            "lamp",
            wiring: Wiring(
                publishes: ["plain", "state", "patient"], reads: ["plain", "state"],
                serves: ["lamp.double", "lamp.other"]),
            log: Log(feature: "lamp", sink: stage.log), isSuccessor: isSuccessor)
    }

    private func ask(_ number: Int = 1, _ route: Route<Ask, Ask> = .double) async throws(RequestError) -> Int {
        try await Bus(member: phone).request(route, Ask(number: number), within: .seconds(60)).number
    }

    private func serve(_ route: Route<Ask, Ask> = .double, by member: Member, adding: Int) throws {
        try Routes(member: member).serve(route) { ask, _ in Ask(number: ask.number + adding) }
    }

    // MARK: - Routes

    @Test func routesChangeHandsInOneStep() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        try serve(by: old, adding: 100)
        try serve(.other, by: old, adding: 100)
        try serve(by: new, adding: 200)
        try await stage.attending(old) {
            try await stage.attending(new) {
                var answers = [try await ask()]
                new.takeOver(from: old)
                answers.append(try await ask())
                // What the new one does not serve is gone.
                await #expect(throws: RequestError.self) { _ = try await ask(1, .other) }
                #expect(stage.core.servedRoutes.map(\.route) == ["lamp.double"])
                old.drain()
                answers.append(try await ask())
                #expect(answers == [101, 201, 201])
            }
        }
    }

    @Test func whoFoundTheOldOneIsAnsweredByTheNew() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        try serve(by: old, adding: 100)
        try serve(by: new, adding: 200)
        let found = try #require(stage.core.route("lamp.double"))
        new.takeOver(from: old)
        old.drain()
        let call = Call(caller: .system, deadline: .seconds(60), cause: Cause(caller: .system, id: "x"))
        #expect(found.ask(Unheard(), call) == .closed)
        #expect(found.ask(Unheard(), call, orOf: { stage.core.route("lamp.double") }) == .taken)
        #expect(found.ask(Unheard(), call, orOf: { found }) == .closed)
        new.revoke()
        #expect(found.ask(Unheard(), call, orOf: { stage.core.route("lamp.double") }) == .closed)
    }

    @Test func aSuccessorIsHeldToItsWiringAndToOthers() throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        try serve(by: old, adding: 1)
        try serve(by: new, adding: 2)
        let again = #expect(throws: BusError.self) { try serve(by: new, adding: 3) }
        #expect(again?.description == "\"lamp.double\" is served by lamp already")
        let thief = stage.member("thief", serves: ["lamp.double", "lamp.other"])
        try Routes(member: thief).serve(.other) { (ask: Ask, _) in ask }
        let clash = #expect(throws: BusError.self) { try serve(.other, by: new, adding: 2) }
        #expect(clash?.description == "\"lamp.other\" is served by thief already")
        // What is to come is taken as well.
        old.drain()
        let taken = #expect(throws: BusError.self) { try Routes(member: thief).serve(.double) { (ask: Ask, _) in ask } }
        #expect(taken?.description == "\"lamp.double\" is served by lamp already")
        new.revoke()
        try Routes(member: thief).serve(.double) { (ask: Ask, _) in ask }
        #expect(stage.core.servedRoutes.map(\.feature) == ["thief", "thief"])
    }

    @Test func aSuccessorThatEndsLeavesTheOldOneAsItWas() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        try serve(by: old, adding: 100)
        try serve(by: new, adding: 200)
        let heard = try Bus(member: phone).messages(on: .plain)
        try Bus(member: new).publisher(on: .plain)(7)
        new.revoke()
        // Too late.
        new.takeOver(from: old)
        let answer = try await stage.attending(old) { try await ask() }
        #expect(answer == 101)
        phone.drain()
        #expect(await heard.payloads() == [])
        #expect(new.publishedTooLate == 1)
    }

    // MARK: - What it publishes

    @Test func whatItPublishesComesAfterTheLastOfTheOld() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let heard = try Bus(member: phone).messages(on: .plain)
        let (oldPublisher, newPublisher) = (
            try Bus(member: old).publisher(on: .plain), try Bus(member: new).publisher(on: .plain)
        )
        oldPublisher(1)
        newPublisher(contentsOf: [9, 10])
        oldPublisher(2)
        new.takeOver(from: old)
        newPublisher(11)
        old.drain()
        oldPublisher(3)
        new.publishHeld()
        newPublisher(12)
        phone.drain()
        let all = await heard.all()
        #expect(all.map(\.payload) == [1, 2, 3, 9, 10, 11, 12])
        #expect(all.map(\.sequence) == [1, 2, 3, 4, 5, 6, 7])
        #expect(stage.report("plain")?.published == 7)
    }

    @Test func losesTheOldestBeforeAndNothingAfterItTookOver() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let heard = try Bus(member: phone).messages(on: .plain, overflow: .dropOldest(4_096))
        let newPublisher = try Bus(member: new).publisher(on: .plain)
        for number in 0..<(Turn.mostHeld + 5) { newPublisher(number) }
        new.takeOver(from: old)
        #expect(stage.report("plain")?.published == 0)
        // One more than can wait: rather among the last of the old one than lost.
        newPublisher(-1)
        #expect(stage.report("plain")?.published == UInt64(Turn.mostHeld))
        newPublisher(-2)
        phone.drain()
        let payloads = await heard.payloads()
        #expect(payloads == Array(6..<(Turn.mostHeld + 5)) + [-1, -2])
        #expect(new.turn.lost == 6)
    }

    @Test func saysWhatItLost() throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let newPublisher = try Bus(member: new).publisher(on: .plain)
        for number in 0..<(Turn.mostHeld + 5) { newPublisher(number) }
        new.takeOver(from: old)
        new.publishHeld()
        new.publishHeld()
        #expect(stage.log.lines == ["warning lamp: lost the oldest of what was published before it took over lost=5"])
    }

    @Test func whatTheOldOneSaysTooLateIsNotKept() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let (oldPublisher, newPublisher) = (
            try Bus(member: old).publisher(on: .state), try Bus(member: new).publisher(on: .state)
        )
        oldPublisher(1)
        newPublisher(2)
        let heard = try Bus(member: phone).messages(on: .state)
        new.takeOver(from: old)
        new.publishHeld(after: old)
        oldPublisher(3)
        #expect(await heard.first(3) == [1, 2, 3])
        #expect(await (try Bus(member: phone).messages(on: .state)).first(1) == [2])
    }

    @Test func whoWaitsForRoomWaitsForItsTurn() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let heard = try Bus(member: phone).messages(on: .patient)
        let latter = try Bus(member: new).publisher(on: .patient)
        async let first = latter.publishWaiting(1, within: .seconds(5))
        await stage.clock.sleepers(atLeast: 1)
        new.takeOver(from: old)
        new.publishHeld(after: old)
        #expect(try await first)
        phone.drain()
        #expect(await heard.payloads() == [1])
    }

    @Test func whoWaitsTooLongForItsTurnIsHeldLikeTheOthers() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let heard = try Bus(member: phone).messages(on: .patient)
        let latter = try Bus(member: new).publisher(on: .patient)
        async let first = latter.publishWaiting(1, within: .seconds(5))
        await stage.clock.sleepers(atLeast: 1)
        stage.clock.advance(by: .seconds(5))
        #expect(try await !first)
        new.takeOver(from: old)
        new.publishHeld(after: old)
        phone.drain()
        #expect(await heard.payloads() == [1])
    }

    // MARK: - What it reads

    @Test func eachEventComesToOneOfThem() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let out = try Bus(member: phone).publisher(on: .plain)
        let oldReader = try Bus(member: old).messages(on: .plain)
        let newReader = try Bus(member: new).messages(on: .plain)
        out(1)
        out(2)
        new.takeOver(from: old)
        out(3)
        out(4)
        old.drain()
        new.drain()
        #expect(await oldReader.payloads() == [1, 2])
        #expect(await newReader.payloads() == [3, 4])
    }

    @Test func bothKnowHowThingsStand() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let out = try Bus(member: phone).publisher(on: .state)
        out(1)
        let oldReader = try Bus(member: old).messages(on: .state)
        let newReader = try Bus(member: new).messages(on: .state)
        out(2)
        new.takeOver(from: old)
        out(3)
        new.drain()
        old.drain()
        #expect(await oldReader.payloads() == [1, 2])
        #expect(await newReader.payloads() == [1, 2, 3])
    }

    @Test func nobodyWaitsForRoomWithOneThatGaveUp() async throws {
        let (old, new) = (lamp(), lamp(isSuccessor: true))
        let wired = stage.member("phone", publishes: ["patient"])
        let reader = stage.core.join(
            "lamp", wiring: Wiring(reads: ["patient"]), log: Log(feature: "lamp", sink: stage.log))
        let full = try Bus(member: reader).messages(on: .patient, overflow: .dropNewest(1))
        let out = try Bus(member: wired).publisher(on: .patient)
        out(1)
        async let second = out.publishWaiting(2, within: .seconds(60))
        await stage.clock.sleepers(atLeast: 1)
        new.takeOver(from: reader)
        #expect(try await second)
        #expect(await full.payloads() == [1])
        old.drain()
    }

    // MARK: - All at once

    /// Asked, published and read without a pause while one run takes over from the other, again and again.
    @Test func nothingIsLostOrDoubledUnderLoad() async throws {
        let (rounds, each) = (200, 10)
        let done = Signal()
        let (answers, refusals) = (Lock(0), Lock<[String]>([]))
        let read = Lock<[Int]>([])
        let heard = try Bus(member: phone).messages(on: .plain, overflow: .dropOldest(rounds * each))
        let ticks = try Bus(member: stage.member("feed", publishes: ["ticks"])).publisher(on: Topic<Int>("ticks"))
        var runs = [try successor(reading: read, nil)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [first = runs[0]] in await first.member.work() }
            group.addTask { [first = runs[0]] in await first.read() }
            async let asking: Void = withTaskGroup { askers in
                for _ in 0..<4 {
                    askers.addTask {
                        while !done.isRaised {
                            do {
                                _ = try await ask()
                                answers.withLock { $0 += 1 }
                            } catch { refusals.withLock { $0.append("\(error)") } }
                        }
                    }
                }
            }
            async let ticking = {
                var number = 0
                while !done.isRaised {
                    number += 1
                    ticks(number)
                    await Task.yield()
                }
                return number
            }()
            for round in 0..<rounds {
                let next = try successor(reading: read, runs.last)
                group.addTask { await next.member.work() }
                group.addTask { await next.read() }
                for number in 1...each { next.out(round * each + number) }
                next.member.takeOver(from: runs.last?.member)
                runs.last?.member.drain()
                next.member.publishHeld(after: runs.last?.member)
                runs.append(next)
                _ = try await ask()
            }
            done.raise()
            await asking
            let last = await ticking
            runs.last?.member.drain()
            try await group.waitForAll()
            #expect(read.withLock { $0.sorted() } == Array(1...last))
        }
        phone.drain()
        #expect(refusals.withLock { $0 } == [])
        #expect(answers.withLock { $0 } > rounds)
        #expect(await heard.payloads() == Array(1...(rounds * each)))
    }

    private struct Life {
        let member: Member
        let out: Publisher<Int>
        let read: @Sendable () async -> Void
    }

    private func successor(reading read: Lock<[Int]>, _ previous: Life?) throws -> Life {
        let member = stage.core.join(
            "lamp", wiring: Wiring(publishes: ["plain"], reads: ["ticks"], serves: ["lamp.double"]),
            log: Log(feature: "lamp", sink: stage.log), isSuccessor: previous != nil)
        try serve(by: member, adding: 1)
        let messages = try Bus(member: member).messages(
            on: Topic<Int>("ticks"), overflow: .dropOldest(1_000_000))
        return Life(member: member, out: try Bus(member: member).publisher(on: .plain)) {
            for await tick in messages { read.withLock { $0.append(tick.payload) } }
        }
    }
}

extension Messages {
    /// The next payloads, so many.
    fileprivate func first(_ count: Int) async -> [Payload] {
        var all: [Payload] = []
        var iterator = makeAsyncIterator()
        while all.count < count, let next = await iterator.next(isolation: nil) { all.append(next.payload) }
        return all
    }
}
