internal import FeatureKit
internal import WebClient

/// Listens to the network until the feature is asked to stop: polls an address, or follows its stream.
struct NetworkSource: Sendable {
    /// The most that an answer may have.
    static let mostBytes = 1 << 20
    /// The longest pause after failures, and the longest that a server may ask for; no longer than `stale` either.
    static let longestPause = Duration.seconds(60)
    /// By so much of it a pause may be longer by chance.
    private static let jitter = 10

    let settings: NetworkSettings
    let clock: FeatureClock
    let log: Log

    /// - Throws: `SourceProblem` where the settings can't be meant.
    init(_ settings: NetworkSettings, clock: FeatureClock, log: Log) throws(SourceProblem) {
        let isWeb = ["http://", "https://"].contains {
            settings.url.lowercased().hasPrefix($0) && settings.url.count > $0.count
        }
        guard isWeb, settings.url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw .noAddress(ShownAddress.of(settings.url))
        }
        guard settings.stale > settings.every else { throw .staleTooSoon(settings.stale, every: settings.every) }
        self.settings = settings
        self.clock = clock
        self.log = log
    }

    /// The longest pause before chance has its part: with that it is no longer than what was heard counts.
    var longest: Duration { min(Self.longestPause, settings.stale) / (Self.jitter + 1) * Self.jitter }

    /// Tells what comes of it, until the feature is asked to stop or the task is cancelled.
    func run(tell: @Sendable (NetworkNews) async -> Void) async {
        if settings.stream { await follow(tell) } else { await poll(tell) }
    }

    /// Tells news, and the log what operators have to know of them.
    func pass(_ outcome: NetworkIntake.Outcome, _ tell: (NetworkNews) async -> Void) async {
        for oddity in outcome.oddities { log.warning("the network's row is odd", [("why", "\(oddity)")]) }
        guard let news = outcome.news else { return }
        if case .lost(let why) = news {
            log.warning("the network is not heard", [("url", ShownAddress.of(settings.url)), ("why", why)])
        }
        await tell(news)
    }

    private func poll(_ tell: (NetworkNews) async -> Void) async {
        var question = WebQuestion(settings.url, patience: .whole(settings.timeout), mostBytes: Self.mostBytes)
        question.accept = "application/json"
        question.bearer = settings.bearer
        var plan = PollPlan(every: settings.every, longest: longest)
        var intake = NetworkIntake(stale: settings.stale)
        var tag: String?
        while !Task.isCancelled {
            var isGood = true
            var least: Duration?
            do throws(WebProblem) {
                switch try await question.document(knowing: tag) {
                case .unchanged: await pass(.init(news: intake.hold(at: clock.uptime), isTaken: true), tell)
                case .document(let document):
                    let outcome = intake.take(document.bytes, at: clock.uptime)
                    // What was not taken has to come again as a whole.
                    tag = outcome.isTaken ? document.tag : nil
                    await pass(outcome, tell)
                }
            } catch {
                guard error.reason != .stopped else { return }
                (isGood, least) = (false, error.retryAfter)
                await pass(.init(news: intake.lose("\(error)")), tell)
            }
            let pause = min(
                plan.pause(afterSuccess: isGood, chance: .random(in: 0...1), least: least), settings.stale)
            do { try await clock.sleep(for: pause) } catch { return }
        }
    }
}
