internal import FeatureKit
internal import Synchronization

/// What was found out about a good token.
final class KeptToken: Sendable {
    let identity: Identity
    let period: Range<Timestamp>
    let origin: TokenOrigin

    /// As of which state of keys and revocations it is known to be good.
    var generation: UInt64 {
        get { checked.load(ordering: .relaxed) }
        set { checked.store(newValue, ordering: .relaxed) }
    }

    private let checked: Atomic<UInt64>

    init(_ identity: Identity, period: Range<Timestamp>, origin: TokenOrigin, generation: UInt64) {
        self.identity = identity
        self.period = period
        self.origin = origin
        checked = Atomic(generation)
    }
}

/// What a token's validity depends on: its issuer, its key and its session.
struct TokenOrigin: Sendable {
    let issuer: TrustedIssuer
    let key: VerifyingKey
    let session: String?
    let issued: Timestamp?
}
