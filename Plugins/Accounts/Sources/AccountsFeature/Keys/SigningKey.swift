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

    init(seed text: String, from: Timestamp) throws(AccountsProblem) {
        guard let key = Base64URL.bytes(text, count: 32).flatMap(Ed25519Key.init(seed:)) else {
            throw AccountsProblem(description: "keys: what is kept is no key")
        }
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

    /// Those that sign one after the other.
    private(set) var signers: [Signer] = []
    let lifetimes: Lifetimes

    /// Takes a key that signs after all others.
    mutating func add(_ signer: Signer) { signers.append(signer) }

    /// The key that signs: the newest whose time has come; where the clock was set back behind all of them, the oldest.
    func signer(at now: Timestamp) -> Signer? { signers.last { $0.from <= now } ?? signers.first }

    /// From when on another key has to sign that is to be made now; nil where none has to.
    func next(at now: Timestamp) -> Timestamp? {
        guard let newest = signers.last else { return now }
        // The length of a key's time shall not make it come without notice, also where the host was off for long.
        let next = newest.from.advanced(by: lifetimes.keys)
        guard next <= now.advanced(by: Self.notice), signers.count < Self.most else { return nil }
        return max(next, now.advanced(by: Self.notice))
    }

    /// Takes out the keys whose last tokens are over, and returns them.
    mutating func removeOver(at now: Timestamp) -> ArraySlice<Signer> {
        let over = signers.dropFirst().prefix { successor in
            successor.from.advanced(by: lifetimes.access).advanced(by: Session.mostSkew) < now
        }.count
        defer { signers.removeFirst(over) }
        return signers.prefix(over)
    }
}

extension AccountService {
    /// Reads the keys that are kept, makes those that are due and drops those that nobody needs any more.
    func rotateKeys(at now: Timestamp) async throws {
        let kept = try await signingKeys.query().items.map {
            try Signer(seed: $0.document.seed, from: $0.document.from)
        }
        var ring = KeyRing(signers: kept.sorted { $0.from < $1.from }, lifetimes: settings.lifetimes)
        while let from = ring.next(at: now) {
            let seed = Base64URL.text(SecureRandom.bytes(Ed25519Key.seedCount))
            let signer = try Signer(seed: seed, from: from)
            try await signingKeys.insert(SigningKey(seed: seed, from: from), id: signer.id)
            ring.add(signer)
            log.info("a new key signs", [("kid", signer.id), ("from", "\(from)")])
        }
        for over in ring.removeOver(at: now) { try await signingKeys.delete(over.id) }
        // They sign once they are kept.
        self.ring.withLock { [ring] in $0 = ring }
    }
}
