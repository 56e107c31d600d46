internal import FeatureKit
internal import OpenSSLKeys

/// What says who sends to Apple's devices; it is renewed after 50 minutes, and never within 20 minutes, as Apple asks.
struct ProviderToken {
    private static let longest = Duration.minutes(50)
    private static let shortest = Duration.minutes(20)

    private let key: P256Key
    private let keyID: String
    private let teamID: String
    private var made: (text: String, at: Timestamp)?

    init(key: P256Key, keyID: String, teamID: String) { (self.key, self.keyID, self.teamID) = (key, keyID, teamID) }

    /// The token at this time; nil where the key does not sign.
    mutating func token(at now: Timestamp) -> String? {
        if let made, now >= made.at, made.at.duration(to: now) < Self.longest { return made.text }
        let header: Value = ["alg": .text(P256Key.algorithm), "kid": .text(keyID)]
        let claims: Value = ["iss": .text(teamID), "iat": .integer(now.seconds)]
        guard let text = key.token(header: header.json, payload: claims.json) else { return nil }
        made = (text, now)
        return text
    }

    /// Has the next token be a new one; false where the last one is too young for that.
    mutating func renew(at now: Timestamp) -> Bool {
        if let made, made.at.duration(to: now) < Self.shortest { return false }
        made = nil
        return true
    }
}
