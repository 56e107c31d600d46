internal import FeatureKit

/// The public half of a key, as RFC 8037 writes it.
struct JWK: Shaped, Codable, Equatable {
    let kty: String
    let crv: String
    let x: String
    let kid: String
    let alg: String
    let use: String

    static let shape = Shape.object([
        Field("kty", .choice(["OKP"]), "The key's type."), Field("crv", .choice(["Ed25519"]), "The curve."),
        Field("x", .text(length: 43...43), "The public key."), Field("kid", .text(length: 1...64), "Its id."),
        Field("alg", .choice(["EdDSA"]), "What it signs with."), Field("use", .choice(["sig"]), "What it is for."),
    ])
}

/// The keys that access tokens may be signed with.
struct JWKS: Shaped, Codable, Equatable {
    let keys: [JWK]

    static let shape = Shape.object([
        Field("keys", .list(of: .of(JWK.self), count: 0...KeyRing.most), "The keys, former and coming ones too.")
    ])
}

extension Route where Request == Nothing, Reply == JWKS {
    static var accountsKeys: Route<Nothing, JWKS> {
        .init("accounts.keys", .get, "/jwks.json", access: .beforeSigningIn)
    }
}
