/// How fast a bucket of tokens fills, and how much is in a full one.
struct TokenRate: Sendable, Equatable {
    /// From one token to the next.
    let interval: Duration
    let burst: Int
}
