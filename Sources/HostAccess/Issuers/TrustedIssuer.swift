internal import FeatureKit
package import HostConfig

/// An issuer whose tokens are trusted, for as long as its settings stay the same.
package final class TrustedIssuer: Sendable {
    package let settings: AccessSettings.Issuer
    let rules: ClaimRules
    let reader: IdentityReader
    /// Nil where no module publishes which sessions have ended.
    let revocations: Revocations?
    let turns: Lock<KeyTurns>
    /// Why its keys could not be had when they were asked for last; nil where they could, or were not yet.
    let trouble = Lock<String?>(nil)
    /// Rung when keys are to be asked for.
    let bell = Bell()

    init(_ settings: AccessSettings.Issuer, at now: Duration) {
        self.settings = settings
        rules = ClaimRules(settings)
        reader = IdentityReader(settings)
        revocations = settings.revoked.map { _ in Revocations() }
        turns = Lock(KeyTurns(due: now))
    }

    /// Whether a key is likely to be known soon; asks for it.
    func wants(_ key: String?, at now: Duration) -> Bool {
        let isLikely = turns.withLock { $0.wants(key ?? "", at: now) }
        if isLikely { bell.ring() }
        return isLikely
    }

    /// Whether a session has ended, or may have.
    func hasEnded(_ session: String?, issued: Timestamp?, at now: Timestamp) -> Bool {
        revocations?.holds(session, issued: issued, at: now) ?? false
    }
}

/// The trusted issuers with their keys, at one moment.
struct TrustBook: Sendable {
    struct Trust: Sendable {
        let issuer: TrustedIssuer
        /// Nil where none have ever come.
        var keys: KeySet?
    }

    /// By name.
    private(set) var trusts: [String: Trust] = [:]
    /// Names by what tokens have as `iss`.
    private var names: [String: String] = [:]

    init(_ issuers: [TrustedIssuer] = [], keeping previous: TrustBook? = nil) {
        for issuer in issuers {
            let name = issuer.settings.name
            let known = previous?.trusts[name].flatMap { $0.issuer === issuer ? $0.keys : nil }
            trusts[name] = Trust(issuer: issuer, keys: known)
            for text in issuer.settings.issuers { names[text] = name }
        }
    }

    /// The issuer that a token names.
    subscript(_ issuer: String) -> Trust? { names[issuer].flatMap { trusts[$0] } }

    /// Gives an issuer its keys; false where it has these keys already or is no longer trusted.
    mutating func set(_ keys: [VerifyingKey], of issuer: TrustedIssuer) -> Bool {
        let name = issuer.settings.name
        guard let trust = trusts[name], trust.issuer === issuer else { return false }
        let set = KeySet(keys, reusing: trust.keys)
        if let known = trust.keys, known.isSame(as: set) { return false }
        trusts[name]?.keys = set
        return true
    }

    /// Whether the issuer and the key of a token are still trusted.
    func stillHas(_ origin: TokenOrigin) -> Bool {
        guard let trust = trusts[origin.issuer.settings.name], trust.issuer === origin.issuer else { return false }
        return trust.keys?.has(origin.key) ?? false
    }
}
