internal import FeatureKit

/// A key that signs access tokens (Ed25519); its id is the key's thumbprint, as RFC 7638 has it.
struct SigningKey: Shaped, Codable, Equatable {
    /// 32 bytes in base64url.
    let seed: String
    /// From when on it signs; it is published before.
    let from: Timestamp

    static let shape = Shape.object([
        Field("seed", .text(length: 43...43), "The private half."),
        Field("from", .timestamp, "From when on it signs."),
    ])
}

extension Documents<SigningKey> {
    static var keys: Documents<SigningKey> { .init("keys") }
}

/// A signing key that is ready for use.
struct Signer: Sendable, Equatable {
    let id: String
    /// The public half in base64url.
    let x: String
    let from: Timestamp
    private let seed: Seed

    /// Nil where the text is no seed.
    init?(seed text: String, from: Timestamp) {
        guard let seed = Seed(text) else { return nil }
        self.seed = seed
        self.from = from
        x = Base64URL.text(Sodium.publicKey(of: seed))
        // The members that the thumbprint is of, in the order and without the spaces that it asks for.
        id = Base64URL.text(Sodium.sha256(Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(x)"}"#.utf8)))
    }

    func signature(of text: String) -> String {
        Base64URL.text(Sodium.signature(of: Array(text.utf8), seed: seed))
    }

    var jwk: JWK { JWK(kty: "OKP", crv: "Ed25519", x: x, kid: id, alg: "EdDSA", use: "sig") }
}
