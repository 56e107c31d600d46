/// What an Ed25519 key is made of: as many bytes as libsodium reads, so that it never reads beyond them.
struct Seed: Sendable, Equatable {
    static let size = Sodium.seedBytes

    let bytes: [UInt8]

    /// Reads one in base64url; nil where the text is none.
    init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text, count: Self.size) else { return nil }
        self.bytes = bytes
    }
}
