/// How often a route may be called: `.per(.caller, 10, in: .minutes(15))`.
public struct RouteLimit: Sendable, Hashable {
    /// Whose requests are counted together.
    public struct Subject: Sendable, Hashable {
        enum Kind { case caller, address }
        let kind: Kind

        /// Each user who has signed in, from whatever network; everyone else by network.
        public static let caller = Subject(kind: .caller)
        /// Each network: an IPv4 address, or 64 bits of IPv6; callers without an address, such as other features, by
        /// their key.
        public static let address = Subject(kind: .address)
    }

    let subject: Subject
    let count: Int
    let window: Duration

    /// At most `count` requests in a window that begins with the first of them.
    public static func per(_ subject: Subject, _ count: Int, in window: Duration) -> RouteLimit {
        RouteLimit(subject: subject, count: count, window: window)
    }

    /// The key by which a caller is counted; nil for the host itself, which is not counted.
    func key(of caller: Caller) -> String? {
        guard caller.origin != .system else { return nil }
        // A guest may come with another key each time.
        let user = caller.isSignedIn ? caller.key.map { "user \($0)" } : nil
        let address = caller.network.map { "address \($0)" }
        let known = subject == .caller ? user ?? address : address ?? user
        return known ?? caller.key.map { "guest \($0)" } ?? caller.origin.description
    }
}

/// Counts how often each caller has called a route; it reads no clock, so the time is an argument.
struct RateLimiter: Sendable {
    private let limit: RouteLimit
    private var counter: AttemptCounter<String>

    init(_ limit: RouteLimit, capacity: Int = 20_000) {
        self.limit = limit
        counter = AttemptCounter(in: limit.window, capacity: capacity)
    }

    /// Counts a request and returns nil, or how long to wait where there were too many.
    mutating func wait(of caller: Caller, at uptime: Duration) -> Duration? {
        guard let key = limit.key(of: caller) else { return nil }
        return counter.begin([(key, limit.count)], at: uptime)
    }
}

/// Refuses requests beyond a route's limit before its handler runs.
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
