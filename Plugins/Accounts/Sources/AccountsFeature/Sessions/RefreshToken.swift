internal import Crypto
internal import FeatureKit

/// What an app keeps to get new access tokens: the session's id, the token's number, 256 bits and a seal.
///
/// The seal shows that the token was made here. Without it anybody who knows a session's id, which is no secret, could
/// send a made-up old token, and the session would be ended for a theft that never was.
struct RefreshToken: Equatable {
    static let prefix = "fsr_"
    private static let secretBytes = 32
    private static let sealBytes = 16
    /// Longer ones are not read.
    static let longest = 200

    let session: String
    let generation: Int64
    private let secret: [UInt8]
}

extension RefreshToken {
    /// The first of a session.
    init(first session: String) {
        self.init(session: session, generation: 1, secret: SecureRandom.bytes(Self.secretBytes))
    }

    /// The token that replaces this one.
    ///
    /// It follows from this one and a key that never leaves the feature. So the same answer can be given twice although
    /// only hashes of tokens are kept, from which neither a token nor its successor follows.
    func successor(_ key: [UInt8]) -> RefreshToken {
        RefreshToken(session: session, generation: generation + 1, secret: code("next", key, Self.secretBytes))
    }

    /// What is kept of it.
    var digest: String { Base64URL.text(Hash.sha256(secret)) }

    func text(_ key: [UInt8]) -> String {
        let parts = [secret, code("seal", key, Self.sealBytes)].map(Base64URL.text).joined(separator: ".")
        return "\(Self.prefix)\(session).\(generation).\(parts)"
    }

    /// Nil where it was not made here.
    init?(_ text: String, _ key: [UInt8]) {
        guard text.utf8.count <= Self.longest, text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let generation = Int64(parts[1]), String(generation) == parts[1], generation > 0,
            let secret = Base64URL.bytes(parts[2], count: Self.secretBytes),
            let seal = Base64URL.bytes(parts[3], count: Self.sealBytes)
        else { return nil }
        self.init(session: String(parts[0]), generation: generation, secret: secret)
        guard Hash.areEqual(seal, code("seal", key, Self.sealBytes)) else { return nil }
    }

    private func code(_ use: String, _ key: [UInt8], _ count: Int) -> [UInt8] {
        Hash.blake2b(Array("\(use) \(session).\(generation).".utf8) + secret, key: key, count: count)
    }
}

/// The key that seals refresh tokens; made once.
@Record @Collection("seal-keys")
struct SealKey: Equatable {
    /// 256 bits in base64url.
    @Text(43...43) var key: String

    static func random() -> SealKey { SealKey(key: Base64URL.text(SecureRandom.bytes(32))) }
}
