internal import Crypto
internal import FeatureKit

/// A key that signs access tokens (Ed25519), kept under its thumbprint (RFC 7638).
@Record @Collection("keys")
struct SigningKey: Equatable {
    /// The private half, 32 bytes in base64url.
    @Text(43...43) var seed: String
    /// From when on it signs; it is published before.
    var from: Timestamp
}

/// A signing key that is ready for use.
struct Signer: Sendable, Equatable {
    let id: String
    let from: Timestamp
    private let key: Ed25519Key

    /// Nil where the text is no seed.
    init?(seed text: String, from: Timestamp) {
        guard let key = Base64URL.bytes(text, count: 32).flatMap(Ed25519Key.init(seed:)) else { return nil }
        (self.id, self.from, self.key) = (key.thumbprint, from, key)
    }

    /// A token that says this.
    func token(_ claims: Members) -> String {
        let header: Value = ["alg": "EdDSA", "typ": "JWT", "kid": .text(id)]
        return key.token(header: header.json, payload: Value.object(claims).json)
    }

    var jwk: JWK { JWK(kty: .OKP, crv: .Ed25519, x: key.x, kid: id, alg: .EdDSA, use: .sig) }
}

/// The public half of a key, as RFC 8037 writes it.
@Record struct JWK: Equatable {
    enum KeyType: String, CaseIterable, Shaped { case OKP }
    enum Curve: String, CaseIterable, Shaped { case Ed25519 }
    enum Algorithm: String, CaseIterable, Shaped { case EdDSA }
    enum Use: String, CaseIterable, Shaped { case sig }

    /// The key's type.
    var kty: KeyType
    /// The curve.
    var crv: Curve
    /// The public key.
    @Text(43...43) var x: String
    /// Its id.
    @Text(1...64) var kid: String
    /// What it signs with.
    var alg: Algorithm
    /// What it is for.
    var use: Use
}

/// The keys that access tokens may be signed with.
@Record struct JWKS: Equatable {
    /// The keys, previous and coming ones too.
    @Count(0...KeyRing.most) var keys: [JWK]
}

/// Which key signs now, which is published before it does, and which nobody needs any more.
///
/// It decides and touches nothing, so time is an argument.
struct KeyRing: Equatable {
    /// How many keys there are at most; one comes each `lifetimes.keys`, which is a day at least.
    static let most = 16
    /// How long a key is published before it signs: as long as anybody keeps a list of keys without asking again.
    static let notice = Duration.seconds(86_400)

    enum Step: Equatable {
        /// A key is to be made that signs from then on.
        case make(Timestamp)
        /// These are over.
        case drop([String])
    }

    private(set) var signers: [Signer] = []
    let lifetimes: Lifetimes

    mutating func add(_ signer: Signer) {
        guard !signers.contains(where: { $0.id == signer.id }) else { return }
        signers.append(signer)
        signers.sort { ($0.from, $0.id) < ($1.from, $1.id) }
    }

    mutating func remove(_ ids: [String]) { signers.removeAll { ids.contains($0.id) } }

    /// The key that signs: the newest whose time has come; where the clock was set back behind all of them, the oldest.
    func signer(at now: Timestamp) -> Signer? { signers.last { $0.from <= now } ?? signers.first }

    /// What is to be done now, one thing at a time; nil where nothing is.
    func step(at now: Timestamp) -> Step? {
        guard let newest = signers.last else { return .make(now) }
        // The length of a key's time shall not make it come without notice, also where the host was off for long.
        let next = newest.from.advanced(by: lifetimes.keys)
        if next <= now.advanced(by: Self.notice), signers.count < Self.most {
            return .make(max(next, now.advanced(by: Self.notice)))
        }
        let over = zip(signers, signers.dropFirst()).filter { _, successor in
            successor.from.advanced(by: lifetimes.access).advanced(by: Session.mostSkew) < now
        }
        return over.isEmpty ? nil : .drop(over.map(\.0.id))
    }
}

extension AccountService {
    /// Reads the keys that are kept, makes those that are due and drops those that nobody needs any more.
    func rotateKeys(at now: Timestamp) async throws {
        for stored in try await signingKeys.query().items {
            guard let signer = Signer(seed: stored.document.seed, from: stored.document.from) else {
                throw AccountsProblem(description: "keys: \(stored.id) holds no key")
            }
            ring.withLock { $0.add(signer) }
        }
        while let step = ring.withLock({ $0.step(at: now) }) {
            switch step {
            case .make(let from):
                let seed = Base64URL.text(SecureRandom.bytes(Ed25519Key.seedCount))
                guard let signer = Signer(seed: seed, from: from) else { return }
                // Kept before it signs anything.
                try await signingKeys.insert(SigningKey(seed: seed, from: from), id: signer.id)
                ring.withLock { $0.add(signer) }
                log.info("a new key signs", [("kid", signer.id), ("from", "\(from)")])
            case .drop(let ids):
                for id in ids { try await signingKeys.delete(id) }
                ring.withLock { $0.remove(ids) }
            }
        }
    }
}
