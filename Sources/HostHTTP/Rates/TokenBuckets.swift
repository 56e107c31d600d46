/// The rate limit of each client: a bucket of tokens for each, of which every request takes one.
///
/// A bucket is kept as the moment at which it will be full again; one that is full is not kept at all. Pure: time is
/// an argument.
struct TokenBuckets<Client: Hashable & Sendable>: Sendable {
    /// How many clients have a bucket of their own; those beyond share one.
    static var mostClients: Int { 16_384 }
    /// How long after a search for full buckets that made no room the next one may be.
    static var pause: Duration { .seconds(1) }

    private let rate: TokenRate
    private let most: Int
    private var full: [Client: Duration] = [:]
    /// The moment at which the shared bucket is full.
    private var fullForOthers = Duration.zero
    private var nextSearch = Duration.zero

    init(_ rate: TokenRate, most: Int = Self.mostClients) {
        self.rate = rate
        self.most = most
    }

    /// Takes a token and returns nil, or how long it takes until there is one.
    mutating func take(_ client: Client, at now: Duration) -> Duration? {
        let known = full[client]
        if known == nil, full.count >= most, now >= nextSearch { search(at: now) }
        guard known != nil || full.count < most else {
            let (wait, next) = charge(fullForOthers, at: now)
            fullForOthers = next
            return wait
        }
        let (wait, next) = charge(known ?? .zero, at: now)
        full[client] = next
        return wait
    }

    /// How long it takes until a client has a token; nil if there is one, which is not taken.
    func wait(of client: Client, at now: Duration) -> Duration? {
        let known = full[client]
        return charge(known ?? (full.count < most ? .zero : fullForOthers), at: now).wait
    }

    /// Forgets the buckets that are full by now.
    private mutating func search(at now: Duration) {
        full = full.filter { $0.value > now }
        if full.count >= most { nextSearch = now + Self.pause }
    }

    private func charge(_ full: Duration, at now: Duration) -> (wait: Duration?, full: Duration) {
        let start = max(full, now)
        let wait = start - now - rate.interval * (rate.burst - 1)
        return wait > .zero ? (wait, full) : (nil, start + rate.interval)
    }
}
