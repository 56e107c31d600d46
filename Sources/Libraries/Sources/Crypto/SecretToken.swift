/// A token of 256 random bits that is handed to somebody, and the digest under which it is kept: anyone who reads what is kept
/// learns no token.
public struct SecretToken: Sendable {
    private static let count = 32

    /// The token in base64url, 43 characters.
    public let text: String
    /// The SHA-256 digest of the token in base64url.
    public let digest: String

    /// Makes a new token.
    public init() { self.init(SecureRandom.bytes(Self.count)) }

    /// Reads a token, or returns nil where the text can be none.
    public init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text.prefix(64), count: Self.count) else { return nil }
        self.init(bytes)
    }

    private init(_ bytes: [UInt8]) {
        text = Base64URL.text(bytes)
        digest = Base64URL.text(Hash.sha256(bytes))
    }
}
