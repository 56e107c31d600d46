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
    /// The public half in base64url.
    let x: String
    let from: Timestamp
    private let key: Ed25519Key

    /// Nil where the text is no seed.
    init?(seed text: String, from: Timestamp) {
        guard let key = Base64URL.bytes(text, count: Ed25519Key.seedCount).flatMap(Ed25519Key.init(seed:)) else {
            return nil
        }
        self.key = key
        self.from = from
        x = Base64URL.text(key.publicKey)
        // The members that the thumbprint is of, in the order and without the spaces that it asks for.
        id = Base64URL.text(Hash.sha256(Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(x)"}"#.utf8)))
    }

    /// A token that says this, as RFC 7515 writes it.
    func token(_ claims: Members) -> String {
        let head: Value = ["alg": "EdDSA", "typ": "JWT", "kid": .text(id)]
        let parts = [head, .object(claims)].map { Base64URL.text(Array($0.json.utf8)) }.joined(separator: ".")
        return "\(parts).\(signature(of: parts))"
    }

    func signature(of text: String) -> String {
        Base64URL.text(key.signature(of: Array(text.utf8)))
    }

    var jwk: JWK { JWK(kty: .OKP, crv: .Ed25519, x: x, kid: id, alg: .EdDSA, use: .sig) }
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
