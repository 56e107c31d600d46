import Dispatch
import Testing

@_spi(Hosting) @testable import FeatureKit

/// Routes as the host asks them: at once, later on a lane, in a stream.
@Suite(.timeLimit(.minutes(1))) struct ServedRouteTests {
    private let exchange = Exchange()
    private var stage: Stage { exchange.stage }
    private var call: Call {
        Call(caller: .system, deadline: .seconds(1), cause: Cause(caller: .system, trace: (high: 1, low: 0xAB)))
    }

    @Test func anAnswerAtOnceIsThereWhenAskReturns() throws {
        try Routes(member: exchange.lamp).answer(.double) { (ask: Ask, _) in Ask(number: ask.number * 2) }
        let asker = Listener(Ask(number: 21))
        let route = try #require(stage.core.route("lamp.double"))
        #expect(route.kind == .atOnce)
        #expect(route.feature == "lamp")
        #expect(route.ask(asker, call) == .taken)
        #expect(asker.heard == ["answered 42"])
    }

    @Test func whatAnAnswerAtOncePublishesGoesBackToItsCall() async throws {
        let out = try Bus(member: exchange.lamp).publisher(on: Topic<String>("plain"))
        let seen = try Bus(member: exchange.phone).messages(on: Topic<String>("plain"))
        try Routes(member: exchange.lamp).answer(.double) { (ask: Ask, _) in
            out("doubled")
            return ask
        }
        _ = stage.core.route("lamp.double")?.ask(Listener(Ask(number: 1)), call)
        var messages = seen.makeAsyncIterator()
        #expect(await messages.next()?.cause?.id == "000000000000000100000000000000ab")
    }

    @Test func anAnswerAtOnceRefusesAsAnyOther() throws {
        try Routes(member: exchange.lamp).answer(.double) { (ask: Ask, _) -> Ask in
            if ask.number == 1 { throw RouteError.notFound("no such lamp") }
            throw Mishap()
        }
        let route = try #require(stage.core.route("lamp.double"))
        let askers = [Listener(Ask(number: 1)), Listener(Ask(number: 2))]
        for asker in askers { #expect(route.ask(asker, call) == .taken) }
        #expect(askers[0].heard == ["refused not-found: no such lamp"])
        #expect(askers[1].heard == ["refused internal: lamp.double failed; the log of lamp says why"])
        #expect(
            stage.log.lines == [
                "error lamp: a route failed route=lamp.double request=000000000000000100000000000000ab "
                    + "error=the password is swordfish"
            ])
    }

    @Test func overTheBusItIsAskedLikeAnyOther() async throws {
        try Routes(member: exchange.lamp).answer(.double) { (ask: Ask, _) in Ask(number: ask.number * 2) }
        #expect(try await exchange.ask(4) == Ask(number: 8))
    }

    @Test func aHandlerRunsOnTheLaneThatItIsAskedOn() async throws {
        let thread = OneThread()
        let lamp = stage.core.join(
            "lamp", wiring: Wiring(serves: ["lamp.double"]), log: Log(feature: "lamp", sink: stage.log),
            lanes: [thread])
        try Routes(member: lamp).serve(.double) { (ask: Ask, _) in
            #expect(thread.isCurrent)
            await Task.yield()
            #expect(thread.isCurrent)
            return ask
        }
        let route = try #require(stage.core.route("lamp.double"))
        await stage.attending(lamp) {
            let asker = Listener(Ask(number: 3))
            #expect(route.ask(asker, call, on: .lent(0)) == .taken)
            await asker.done.wait()
            #expect(asker.heard == ["answered 3"])
        }
        #expect(route.ask(Listener(Ask(number: 3)), call, on: .lent(0)) == .closed)
    }

    /// A lane that there is not is no reason to lose a question.
    @Test func anUnknownLaneMeansTheFeaturesOwnThreads() async throws {
        try exchange.serve { ask, _ in ask }
        let route = try #require(stage.core.route("lamp.double"))
        await stage.attending(exchange.lamp) {
            for lane in [-1, 0, 7] {
                let asker = Listener(Ask(number: lane))
                #expect(route.ask(asker, call, on: .lent(lane)) == .taken)
                await asker.done.wait()
                #expect(asker.heard == ["answered \(lane)"])
            }
        }
    }

    @Test func anAnswerAtOnceRunsOnTheLentThreadThatAsks() throws {
        let route = try answerDoubles(lent: OneThread())
        let asker = Listener(Ask(number: 4))
        #expect(route.ask(asker, call, on: .lent(0)) == .taken)
        #expect(asker.heard == ["answered 8"])
    }

    /// A feature that held the lent threads, an unknown one, and a thread that is lent to nobody.
    @Test(arguments: [RoutePlace.lent(0), .lent(7), .own])
    func anAnswerAtOnceRunsOnTheFeaturesOwnThreadsWhereItMayNotRunHere(_ place: RoutePlace) async throws {
        let route = try answerDoubles(lent: OneThread(isTakenBack: true))
        let asker = Listener(Ask(number: 4))
        #expect(route.ask(asker, call, on: place) == .taken)
        #expect(asker.heard.isEmpty)
        await stage.attending(route.member) { await asker.done.wait() }
        #expect(asker.heard == ["answered 8"])
        #expect(route.ask(asker, call, on: place) == .closed)
    }

    private func answerDoubles(lent thread: OneThread) throws -> ServedRoute {
        let lamp = stage.core.join(
            "lamp", wiring: Wiring(serves: ["lamp.double"]), log: Log(feature: "lamp", sink: stage.log),
            lanes: [thread])
        try Routes(member: lamp).answer(.double) { (ask: Ask, _) in Ask(number: ask.number * 2) }
        return try #require(stage.core.route("lamp.double"))
    }

    @Test func aStreamTellsOneReplyAfterTheOther() async throws {
        let lamp = stage.member("lamp", serves: ["lamp.count"])
        try Routes(member: lamp).stream(.count) { ask, _, out in
            for number in 0..<ask.number { try await out.send(Ask(number: number)) }
        }
        let route = try #require(stage.core.route("lamp.count"))
        #expect(route.kind == .stream)
        await stage.attending(lamp) {
            let asker = Listener(Ask(number: 3))
            #expect(route.ask(asker, call) == .taken)
            await asker.done.wait()
            #expect(asker.heard == ["next 0", "next 1", "next 2", "ended"])
        }
    }

    @Test func aStreamEndsWhereNobodyReads() async throws {
        let lamp = stage.member("lamp", serves: ["lamp.count"])
        try Routes(member: lamp).stream(.count) { _, _, out in
            while true { try await out.send(Ask(number: 0)) }
        }
        let route = try #require(stage.core.route("lamp.count"))
        await stage.attending(lamp) {
            let asker = Listener(Ask(number: 0), most: 2)
            #expect(route.ask(asker, call) == .taken)
            await asker.done.wait()
            #expect(asker.heard == ["next 0", "next 0", "refused unavailable: lamp is being stopped"])
        }
    }

    @Test func aHandlerThatSendsNothingIsCancelledWhenItsReaderHasGone() async throws {
        let lamp = stage.member("lamp", serves: ["lamp.count"])
        let entered = Signal()
        try Routes(member: lamp).stream(.count) { _, _, _ in
            entered.raise()
            await Signal().wait()
            #expect(Task.isCancelled)
        }
        let route = try #require(stage.core.route("lamp.count"))
        await stage.attending(lamp) {
            let asker = Listener(Ask(number: 0))
            #expect(route.ask(asker, call) == .taken)
            await entered.wait()
            asker.gone.raise()
            await asker.done.wait()
            #expect(asker.heard == ["ended"])
        }
    }

    @Test func streamsAreServedAsStreamsAndAskedOverHTTP() async throws {
        let lamp = stage.member("lamp", serves: ["lamp.count", "lamp.double"])
        let phone = stage.member("phone", requests: ["lamp.count"])
        let serving = #expect(throws: BusError.self) { try Routes(member: lamp).serve(.count) { ask, _ in ask } }
        #expect(
            serving?.description
                == #""lamp.count" streams; serve it with routes.stream, or declare it without streams: true"#)
        let answering = #expect(throws: BusError.self) { try Routes(member: lamp).answer(.count) { ask, _ in ask } }
        #expect(answering?.code == .streaming)
        let streaming = #expect(throws: BusError.self) {
            try Routes(member: lamp).stream(.double) { (_: Ask, _, _) in }
        }
        #expect(
            streaming?.description
                == #""lamp.double" does not stream; declare it with streams: true, or use routes.serve"#)
        try Routes(member: lamp).stream(.count) { _, _, _ in }
        let asking = await #expect(throws: RequestError.self) {
            _ = try await Bus(member: phone).request(.count, Ask(number: 1), within: .seconds(1))
        }
        #expect(asking?.description == #""lamp.count" streams its replies; ask it over HTTP"#)
    }

    @Test func callersLearnThatTheirFeatureIsCutOff() async throws {
        let entered = Signal()
        let release = Signal()
        try exchange.serve { ask, _ in
            entered.raise()
            await release.wait()
            return ask
        }
        let route = try #require(stage.core.route("lamp.double"))
        await stage.attending(exchange.lamp) {
            let asker = Listener(Ask(number: 1))
            #expect(route.ask(asker, call) == .taken)
            await entered.wait()
            exchange.lamp.revoke()
            #expect(asker.heard == ["refused unavailable: lamp was stopped before it answered"])
            release.raise()
        }
    }
}

/// An executor with one thread of its own, for one job at a time.
private final class OneThread: LentThread {
    private let queue = DispatchQueue(label: "one thread")
    private static let key = DispatchSpecificKey<Bool>()

    private let isTakenBack: Bool

    init(isTakenBack: Bool = false) {
        self.isTakenBack = isTakenBack
        queue.setSpecific(key: Self.key, value: true)
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) ?? false }

    func runHere(_ work: () -> Void) -> Bool {
        if !isTakenBack { work() }
        return !isTakenBack
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
