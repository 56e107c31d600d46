@_spi(Hosting) internal import FeatureKit

/// How rules call the feature's routes.
extension Traffic {
    /// How many replies of a stream are looked at.
    private static let mostReplies = 20
    /// After this many requests without an answer a route gets no more of them, since each costs real time.
    private static let mostSilences = 2
    /// How much time passes for routes that stream.
    private static let streaming = Duration.seconds(10)

    /// Everybody who may call a route: an anonymous caller, one with all that is required, and the host.
    static func callers(of route: Contract) -> [Caller] {
        let user = Caller(
            key: "ada", attributes: ["country": "ES", "app-version": "1.2.3", "vip": true],
            roles: Set([route.endpoint?.access.role].compactMap(\.self)), origin: .http)
        return [Caller(origin: .http), user, .system]
    }

    /// What is wrong with the answers of all routes.
    ///
    /// - Parameters:
    ///   - count: How many values of each route's Shape are sent at most.
    ///   - callers: Who makes the requests; by default everybody who may.
    func answerProblems(mostSamples count: Int = mostSamples, as callers: [Caller]? = nil) async -> [String] {
        Exchange.problems(of: await exchanges(mostSamples: count, as: callers))
    }

    /// Calls all routes, one request after the other; those that stream all at once.
    func exchanges(mostSamples count: Int = mostSamples, as callers: [Caller]? = nil) async -> [Exchange] {
        var all: [Exchange] = []
        for route in contracts(.serves) where route.endpoint?.streams != true {
            var silences = 0
            for (request, caller) in questions(route, count, callers) where silences < Self.mostSilences {
                let question = rig.ask(route.name, request, as: caller)
                let answer = await rig.answer(to: question, within: Self.patience)
                if answer == nil { silences += 1 }
                all.append(
                    explained(Exchange(route: route, request: request, caller: caller, answers: question.answers)))
            }
        }
        return await all + streamExchanges(count, callers)
    }

    private func questions(_ route: Contract, _ count: Int, _ callers: [Caller]?) -> [(Value, Caller)] {
        let callers = callers ?? Self.callers(of: route)
        return samples(of: route).prefix(count).flatMap { sample in callers.map { (sample, $0) } }
    }

    private func streamExchanges(_ count: Int, _ callers: [Caller]?) async -> [Exchange] {
        let streams = contracts(.serves).filter { $0.endpoint?.streams == true }
        let open = streams.flatMap { route in
            questions(route, count, callers).map { (route, $0, $1, rig.ask(route.name, $0, as: $1)) }
        }
        guard !open.isEmpty else { return [] }
        await rig.settle()
        _ = await rig.advance(by: Self.streaming, mostWakes: Self.mostWakes)
        for (_, _, _, question) in open { question.hangUp() }
        await rig.settle()
        return open.map { route, request, caller, question in
            let answers = question.answers
            let hasEnded = !answers.allSatisfy { if case .reply = $0 { true } else { false } }
            return explained(
                Exchange(
                    route: route, request: request, caller: caller,
                    answers: answers.prefix(Self.mostReplies) + answers.suffix(1), hasEnded: hasEnded))
        }
    }

    /// Sends each route one request and waits for nothing.
    func open() -> [RigQuestion] {
        contracts(.serves).compactMap { route in
            samples(of: route).first.map { rig.ask(route.name, $0) }
        }
    }

    /// A request that failed, with the reason that the log gives last.
    private func explained(_ exchange: Exchange) -> Exchange {
        guard exchange.answers.contains(where: Exchange.hasFailed) else { return exchange }
        var explained = exchange
        let cause = rig.log.lines.last { $0.level == .error }?.fields.first { $0.0 == "error" }?.1
        explained.cause = cause
        explained.isMisuse =
            cause.map { cause in
                [StoreError.Code.misused, .undeclared].contains { cause.hasPrefix("\($0.word): ") }
                    || rig.misuses.contains(cause)
            } ?? false
        return explained
    }
}
