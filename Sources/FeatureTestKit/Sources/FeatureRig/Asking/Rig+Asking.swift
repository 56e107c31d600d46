@_spi(Hosting) public import FeatureKit

/// What others do with the feature, in plain data.
extension Rig {
    /// Publishes, as another feature, what the feature reads.
    ///
    /// - Parameter retention: What the topic keeps for readers that come late.
    public func publish(
        _ value: Value, on topic: String, _ shape: Shape, keeping retention: TopicRetention = .nothing
    ) throws(BusError) {
        try Bus(member: neighbour).publisher(onPlain: topic, shape, keeping: retention)(value)
    }

    /// Answers, as another feature, what the feature requests.
    public func serve(
        _ route: String, request: Shape, reply: Shape,
        _ handler: @escaping @Sendable (Value, Call) async throws -> Value
    ) throws(BusError) {
        try Routes(member: neighbour).serve(plain: route, request: request, reply: reply, handler)
    }

    /// Stops answering a route.
    public func withdraw(_ route: String) { neighbour.withdraw(route) }

    /// Sends the feature a request; the answer comes when the feature gives it.
    ///
    /// - Parameter limit: By when the feature is told that the answer is wanted.
    public func ask(
        _ route: String, _ request: Value, as caller: Caller = .system, within limit: Duration = .seconds(30)
    ) -> RigQuestion {
        let question = RigQuestion(request)
        ask(route, question.asker, as: caller, within: limit) { question.refuse($0) }
        return question
    }

    /// Sends the feature a request in the caller's own form.
    public func ask(
        _ route: String, _ asker: any RouteAsker, as caller: Caller, within limit: Duration = .seconds(30),
        refusing: (RouteError) -> Void
    ) {
        guard let served = bus.route(route) else {
            return refusing(.unavailable("\(subject.id) does not serve \(route)"))
        }
        let call = Call(caller: caller, deadline: clock.uptime + limit, cause: Cause(caller: caller, id: "test"))
        if served.ask(asker, call, on: .own) != .taken {
            refusing(.unavailable("\(subject.id) takes no more questions now"))
        }
    }

    /// The next answer to a request; nil where none comes before that much time has passed.
    public func answer(to question: RigQuestion, within limit: Duration = .zero) async -> RigQuestion.Answer? {
        _ = await wait(within: limit) { question.isAnswered }
        return question.take()
    }

    /// Whether the feature serves a route now.
    public func serves(_ route: String) -> Bool { bus.route(route)?.feature == subject.id }

    /// Takes the first message on a topic that meets a condition, and discards those before it.
    ///
    /// - Returns: Nil where none comes before that much time has passed; then nothing is discarded.
    public func message(
        on topic: String, within limit: Duration = .zero,
        where isWanted: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) async -> Arrival? {
        let found = Lock<(index: Int, arrival: Arrival)?>(nil)
        let looked = Lock(0)
        _ = await wait(within: limit) { [arrivals] in
            let all = arrivals.all(on: topic)
            let known = looked.withLock { $0 }
            guard let index = all.indices.dropFirst(known).first(where: { isWanted(all[$0].value) }) else {
                looked.withLock { $0 = all.count }
                return false
            }
            found.withLock { $0 = (index, all[index]) }
            return true
        }
        guard let (index, arrival) = found.withLock({ $0 }) else { return nil }
        arrivals.take(index + 1, on: topic)
        return arrival
    }

    /// The messages that the feature published on a topic and nobody took.
    public func messages(on topic: String) async -> [Arrival] {
        await settle()
        return arrivals.all(on: topic)
    }

    /// Discards all messages that nobody took.
    public func forgetMessages() { arrivals.forget() }

    /// What the feature keeps, for the test to read and write; no failure touches it.
    public func kept() async throws -> (store: Store, blobs: Blobs) {
        let access = try await store.visit(subject.id, subject.entry.contracts)
        return (access.store, access.blobs)
    }
}
