internal import FeatureKit

/// What an access token says of whoever has it.
struct AccessToken {
    let issuer: String
    let audience: String
    let user: String
    let session: String
    let id: String
    let issued: Timestamp
    let until: Timestamp
    /// When the password was given.
    let signedIn: Timestamp
    let email: String
    let isConfirmed: Bool
    let name: String?
    let roles: [String]

    /// The token itself, as RFC 7515 writes it.
    func text(signedBy signer: Signer) -> String {
        let head: Value = ["alg": "EdDSA", "typ": "JWT", "kid": .text(signer.id)]
        var claims: Members = [
            "iss": .text(issuer), "aud": .text(audience), "sub": .text(user), "sid": .text(session), "jti": .text(id),
            "iat": .integer(issued.seconds), "exp": .integer(until.seconds), "auth_time": .integer(signedIn.seconds),
            "email": .text(email), "email_verified": .boolean(isConfirmed),
            "roles": .list(roles.map { .text($0) }),
        ]
        claims["name"] = name.map { .text($0) }
        let content = "\(Self.part(head)).\(Self.part(.object(claims)))"
        return "\(content).\(signer.signature(of: content))"
    }

    private static func part(_ value: Value) -> String { Base64URL.text(Array(value.json.utf8)) }
}
