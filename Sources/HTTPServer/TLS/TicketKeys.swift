internal import COpenSSL

/// What session tickets are sealed with; whoever has it can read what was said in the sessions that were resumed.
struct TicketKeys: Sendable {
    /// How long they seal and open tickets.
    static let life = Instant(.seconds(24 * 60 * 60))
    /// A name, a key for HMAC and one for AES, as OpenSSL takes them.
    private static let size = 80

    private let bytes: [UInt8]
    private let ends: Instant

    /// Makes new ones; nil where there are no random numbers.
    init?(at now: Instant) {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        guard unsafe RAND_priv_bytes(&bytes, Int32(bytes.count)) == 1 else { return nil }
        self.bytes = bytes
        ends = now &+ Self.life
    }

    /// Whether their time is over.
    func haveEnded(at now: Instant) -> Bool { now >= ends }

    /// Has a context seal with them.
    func give(to context: OpaquePointer) -> Bool {
        var bytes = bytes
        defer { unsafe OPENSSL_cleanse(&bytes, bytes.count) }
        return unsafe tls_set_ticket_keys(context, &bytes, Int32(bytes.count)) == 1
    }
}
