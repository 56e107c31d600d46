/// How often a route may be asked: `.per(.caller, 10, in: .minutes(15))`.
public struct RouteLimit: Sendable, Hashable {
    /// Who is counted alone.
    public struct Subject: Sendable, Hashable {
        enum Kind { case caller, address }
        let kind: Kind

        /// Each user who has signed in, wherever they come from; everyone else by their network.
        public static let caller = Subject(kind: .caller)
        /// Each network: an IPv4 address, or 64 bits of IPv6; callers who have none, such as other features, by their key.
        public static let address = Subject(kind: .address)
    }

    let subject: Subject
    let count: Int
    let window: Duration

    /// So many questions in a time that begins with the first of them.
    public static func per(_ subject: Subject, _ count: Int, in window: Duration) -> RouteLimit {
        RouteLimit(subject: subject, count: count, window: window)
    }

    /// What a caller is counted by; nil for the host itself, which is not.
    func key(of caller: Caller) -> String? {
        guard caller.origin != .system else { return nil }
        // A guest may come with another key each time.
        let user = caller.isSignedIn ? caller.key.map { "user \($0)" } : nil
        let address = caller.network.map { "address \($0)" }
        let known = subject == .caller ? user ?? address : address ?? user
        return known ?? caller.key.map { "guest \($0)" } ?? caller.origin.description
    }
}

/// Counts who asked a route how often; it decides and touches nothing, so that the time is an argument.
struct RateLimiter: Sendable {
    private let limit: RouteLimit
    private var counter: AttemptCounter<String>

    init(_ limit: RouteLimit, capacity: Int = 20_000) {
        self.limit = limit
        counter = AttemptCounter(in: limit.window, capacity: capacity)
    }

    /// Counts a question, unless there were too many: then it says how long to wait.
    mutating func wait(of caller: Caller, at uptime: Duration) -> Duration? {
        guard let key = limit.key(of: caller) else { return nil }
        return counter.begin([(key, limit.count)], at: uptime)
    }
}

/// Refuses what a route's limit does not allow, before its handler runs.
final class LimitedRoute: Sendable {
    private let name: String
    private let clock: any ClockSource
    private let limiter: Lock<RateLimiter>?

    init<Request, Reply>(_ route: Route<Request, Reply>, _ clock: any ClockSource) {
        name = route.name
        self.clock = clock
        limiter = route.limit.map { Lock(RateLimiter($0)) }
    }

    func check(_ call: Call) throws(RouteError) {
        guard let limiter else { return }
        let uptime = clock.uptime
        guard let wait = limiter.withLock({ $0.wait(of: call.caller, at: uptime) }) else { return }
        throw RouteError(
            code: "too-many-requests", status: 429,
            "\(name) is asked too often; try again in \(DurationText.print(wait))",
            retryAfter: wait)
    }
}
