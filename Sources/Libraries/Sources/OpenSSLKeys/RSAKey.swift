/// A private RSA key that signs as RS256.
public struct RSAKey: TokenKey {
    /// The name of the algorithm in a token's header.
    public static let algorithm = "RS256"

    private let key: PrivateKey

    /// Reads a key in PEM; nil where it is none.
    public init?(pem: String) {
        guard let key = PrivateKey(pem: pem, type: "RSA") else { return nil }
        self.key = key
    }

    /// Signs a message; nil where OpenSSL can't.
    public func signature(of message: [UInt8]) -> [UInt8]? { key.signature(of: message) }
}
