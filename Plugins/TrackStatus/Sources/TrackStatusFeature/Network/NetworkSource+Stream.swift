internal import FeatureKit
internal import WebClient

extension NetworkSource {
    /// How long it is waited after a stream's end, unless the server says otherwise.
    static let usualRetry = Duration.seconds(1)
    /// How short a server may make it.
    static let shortestRetry = Duration.milliseconds(100)
    /// So many events wait at most; who sends more at once is left.
    static let mostWaiting = 256
    /// No more often is a heartbeat taken for the same word again.
    static let heartbeat = Duration.seconds(1)

    /// What is known of a stream from one connection to the next.
    private struct Thread {
        var intake: NetworkIntake
        var lastID = ""
        var retry = usualRetry
        /// When it was last heard.
        var heard: Duration?
    }

    func follow(_ tell: @Sendable (NetworkNews) async -> Void) async {
        var thread = Thread(intake: NetworkIntake(stale: settings.stale))
        var plan = PollPlan(every: thread.retry, longest: longest)
        while !Task.isCancelled {
            let line = StreamLine(mostWaiting: Self.mostWaiting)
            let (isGood, end) = await connect(line, &thread, tell)
            if end == StreamLine.End(WebProblem(.stopped)) || Task.isCancelled { return }
            // A server may end a stream that has said something whenever it likes.
            if let end { await pass(.init(news: thread.intake.lose("\(end)")), tell) }
            if let retry = line.retry, retry != thread.retry {
                thread.retry = min(max(retry, Self.shortestRetry), longest)
                plan = PollPlan(every: thread.retry, longest: longest)
            }
            let pause = plan.pause(afterSuccess: isGood, chance: .random(in: 0...1), least: end?.retryAfter)
            do { try await clock.sleep(for: pause) } catch { return }
        }
    }

    /// Follows one connection to its end.
    ///
    /// - Returns: Whether it has said something, and why it has ended, unless that was well.
    private func connect(
        _ line: StreamLine, _ thread: inout Thread, _ tell: @Sendable (NetworkNews) async -> Void
    ) async -> (isGood: Bool, end: StreamLine.End?) {
        var question = WebQuestion(
            settings.url, patience: .stream(head: settings.timeout, silence: settings.stale), mostBytes: Self.mostBytes)
        question.accept = "text/event-stream"
        question.fields = [("Cache-Control", "no-cache")]
        if !thread.lastID.isEmpty { question.fields.append(("Last-Event-ID", thread.lastID)) }
        question.bearer = settings.bearer
        return await withTaskGroup(of: StreamLine.End?.self) { [question] group in
            group.addTask { await line.follow(question) }
            var isGood = false
            for await item in line.items {
                switch item {
                case .event(let event, let id):
                    let outcome = thread.intake.take(event.data, named: event.name, at: clock.uptime)
                    if outcome.isTaken { (isGood, thread.heard) = (true, clock.uptime) }
                    thread.lastID = id
                    await pass(outcome, tell)
                case .heartbeat:
                    let now = clock.uptime
                    guard thread.heard.map({ now - $0 >= Self.heartbeat }) ?? false else { continue }
                    thread.heard = now
                    await pass(.init(news: thread.intake.hold(at: now)), tell)
                }
            }
            let end = await group.next() ?? nil
            return (isGood, end ?? (isGood ? nil : .saidNothing))
        }
    }
}
