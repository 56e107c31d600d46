/// How often each client may ask: a bucket of tokens for each, of which one is taken by each question.
///
/// A bucket is kept as the moment at which it will be full again; one that is full is not kept at all. Pure: time is
/// an argument.
struct TokenBuckets: Sendable {
    /// How fast a bucket fills, and how much is in a full one.
    struct Rate: Sendable, Equatable {
        /// From one token to the next.
        let interval: Duration
        let burst: Int
    }

    /// How many clients are told apart; those beyond share one bucket.
    static let mostClients = 16_384
    /// How long after a search for full buckets that found none the next one may be.
    static let pause = Duration.seconds(1)

    let rate: Rate
    private let most: Int
    private var full: [ClientNetwork: Duration] = [:]
    /// The bucket of all who found no place.
    private var fullForOthers = Duration.zero
    private var nextSearch = Duration.zero
    /// How many questions had to go to the shared bucket.
    private(set) var shared: UInt64 = 0

    init(_ rate: Rate, most: Int = Self.mostClients) {
        self.rate = rate
        self.most = most
    }

    /// Takes a token; where there is none, how long it takes until there is one.
    mutating func take(_ client: ClientNetwork, at now: Duration) -> Duration? {
        if let known = full[client] { return take(known, at: now) { full[client] = $0 } }
        if full.count >= most, now >= nextSearch {
            full = full.filter { $0.value > now }
            if full.count >= most { nextSearch = now + Self.pause }
        }
        guard full.count < most else {
            shared &+= 1
            return take(fullForOthers, at: now) { fullForOthers = $0 }
        }
        return take(.zero, at: now) { full[client] = $0 }
    }

    private func take(_ known: Duration, at now: Duration, _ keep: (Duration) -> Void) -> Duration? {
        let start = max(known, now)
        let wait = start - now - rate.interval * (rate.burst - 1)
        guard wait <= .zero else { return wait }
        keep(start + rate.interval)
        return nil
    }
}
