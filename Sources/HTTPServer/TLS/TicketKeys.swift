internal import COpenSSL

/// The keys that encrypt session tickets; anyone who has them can decrypt the resumed sessions.
struct TicketKeys: Sendable {
    /// How long the keys encrypt and decrypt tickets.
    static let life = Instant(.seconds(24 * 60 * 60))
    /// A name, a key for HMAC and one for AES, in OpenSSL's format.
    private static let size = 80

    private let bytes: [UInt8]
    private let ends: Instant

    /// Makes new keys; nil if the system has no random numbers.
    init?(at now: Instant) {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        guard unsafe RAND_priv_bytes(&bytes, Int32(bytes.count)) == 1 else { return nil }
        self.bytes = bytes
        ends = now &+ Self.life
    }

    /// Whether the keys have expired.
    func haveEnded(at now: Instant) -> Bool { now >= ends }

    /// Sets the keys in an OpenSSL context.
    func give(to context: OpaquePointer) -> Bool {
        var bytes = bytes
        defer { unsafe OPENSSL_cleanse(&bytes, bytes.count) }
        return unsafe tls_set_ticket_keys(context, &bytes, Int32(bytes.count)) == 1
    }
}
