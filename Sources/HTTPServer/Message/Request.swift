package import HostSystem

/// A request; its bytes stay where they arrived and nothing of it is copied until it is asked for.
///
/// It may be kept for as long as one likes.
package struct Request: Sendable {
    let storage: RequestStorage

    init(_ storage: RequestStorage) { self.storage = storage }

    /// Makes a request out of its parts, for tests and for calls that come by other ways.
    package init(
        _ method: Method, _ target: String, fields: [(String, String)] = [], body: [UInt8] = [],
        peer: Peer = .address("127.0.0.1", port: 0)
    ) {
        storage = .whole(method, target, fields: fields, body: body, peer: peer)
    }

    package var method: Method { storage.head.method }
    package var peer: Peer { storage.sender.peer }
    /// The peer's address; nil for a process of this machine.
    package var peerAddress: IPAddress? { storage.sender.address }
    /// Who sent it, also where that is not the peer, which then is a server that sends on what others ask.
    package var client: Peer { (storage.forwarding?.client ?? storage.sender).peer }
    /// The client's address; nil for a process of this machine.
    package var clientAddress: IPAddress? { (storage.forwarding?.client ?? storage.sender).address }
    /// Whose requests it is counted with; nil for a process of this machine.
    package var network: ClientNetwork? { clientAddress.map(ClientNetwork.init) }
    /// Whether the peer is a server that sends on what others ask.
    package var wasForwarded: Bool { storage.forwarding != nil }
    /// Whether the peer is a server that sends on what others ask, and says that it was asked by TLS; nil where it is
    /// none, or says nothing of it.
    package var wasForwardedByTLS: Bool? { storage.forwarding?.isSecure }

    /// Notes for whom the peer asks; only from inside of `Responder.admit`, as long as nobody else has the request.
    ///
    /// - Parameters:
    ///   - client: For whom; nil where that is the peer itself.
    ///   - isSecure: Whether the peer was asked by TLS; nil where it does not say.
    package func noteForwarding(for client: IPAddress?, isSecure: Bool?) {
        storage.forwarding = RequestStorage.Forwarding(client: client.map(Sender.init), isSecure: isSecure)
    }

    /// Whether the client speaks HTTP/1.0.
    package var isOld: Bool { storage.head.isOld }

    /// The path as it was sent, still percent-encoded; it begins with a slash, or is `*`.
    package var path: String { text(storage.head.path) }

    /// What follows the question mark, as it was sent; nil without one.
    package var query: String? { storage.head.query.map(text) }

    /// Lends the path's bytes.
    package func withPath<Result>(_ body: (borrowing Span<UInt8>) throws -> Result) rethrows -> Result {
        try storage.withBytes(storage.head.path, body)
    }

    /// Lends the bytes of what follows the question mark; nil without one.
    package func withQuery<Result>(_ body: (borrowing Span<UInt8>) throws -> Result) rethrows -> Result? {
        guard let query = storage.head.query else { return nil }
        return try storage.withBytes(query, body)
    }

    /// Lends the body's bytes.
    package func withBody<Result>(_ body: (borrowing Span<UInt8>) throws -> Result) rethrows -> Result {
        try storage.withBody(body)
    }

    /// The body's bytes, copied.
    package var bodyBytes: [UInt8] { withBody { body in unsafe body.withUnsafeBufferPointer { unsafe Array($0) } } }

    /// How many bytes the body has.
    package var bodyCount: Int { storage.body.count }

    /// The first value of a field; the name in lower case.
    package subscript(_ name: String) -> String? {
        extent(of: name).map(text)
    }

    /// Lends the bytes of a field's first value, of which the name is in lower case; nil without such a field.
    package func withValue<Result>(
        of name: String, _ body: (borrowing Span<UInt8>) throws -> Result
    ) rethrows -> Result? {
        guard let extent = extent(of: name) else { return nil }
        return try storage.withBytes(extent, body)
    }

    /// How many bytes the request says that its body has; nil where it does not say.
    package var announcedLength: Int? {
        guard case .length(let length) = storage.head.framing else { return nil }
        return length
    }

    /// Whether the body's length is known only when it is there.
    package var isChunked: Bool { storage.head.framing == .chunked }

    @inline(__always)
    private func extent(of name: String) -> Extent? {
        guard storage.head.hasField(named: name.utf8.count) else { return nil }
        for field in storage.head.fields where has(field, name) { return field.value }
        return nil
    }

    /// Every value of a field, in order; the name in lower case.
    package func values(of name: String) -> [String] {
        guard storage.head.hasField(named: name.utf8.count) else { return [] }
        return storage.head.fields.filter { has($0, name) }.map { text($0.value) }
    }

    /// Whether a field came more than once; the name in lower case.
    package func hasSeveral(_ name: String) -> Bool {
        guard storage.head.hasField(named: name.utf8.count) else { return false }
        return storage.head.fields.count { has($0, name) } > 1
    }

    /// Compares without making a text.
    @inline(__always)
    private func has(_ field: RequestHead.Field, _ name: String) -> Bool {
        guard field.name.count == name.utf8.count else { return false }
        return storage.withBytes(field.name) { $0.isLowercased(as: name.utf8.span) }
    }

    private func text(_ extent: Extent) -> String { storage.withBytes(extent) { $0.text($0.indices) } }
}
