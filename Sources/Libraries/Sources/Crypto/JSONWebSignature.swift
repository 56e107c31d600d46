// Keys and tokens as the web writes them: JSON Web Keys (RFC 7517, 8037) and compact signatures (RFC 7515).

extension Ed25519Key {
    /// The public key in base64url, the member `x` of a JSON Web Key.
    public var x: String { Base64URL.text(publicKey) }

    /// The thumbprint of the public key (RFC 7638), by which others name it.
    public var thumbprint: String {
        // The members that it is of, in the order and without the spaces that the RFC asks for.
        Base64URL.text(Hash.sha256(Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(x)"}"#.utf8)))
    }

    /// Signs two JSON texts as a token in three parts.
    public func token(header: String, payload: String) -> String {
        let parts = [header, payload].map { Base64URL.text(Array($0.utf8)) }.joined(separator: ".")
        return "\(parts).\(Base64URL.text(signature(of: Array(parts.utf8))))"
    }
}
