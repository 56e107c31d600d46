/// What a request's head says, and where its parts lie in the bytes that it was read from.
///
/// Made to be used again: reading another head keeps the room for fields.
package struct RequestHead: Sendable {
    /// How a body is told from the request that follows it.
    package enum Framing: Sendable, Hashable {
        /// There is no body.
        case none
        /// So many bytes, at least one.
        case length(Int)
        /// Until the last chunk; `ChunkReader` reads it.
        case chunked
    }

    /// A field as it was sent, without the spaces around its value; its name is a token in either case.
    package struct Field: Sendable, Hashable {
        package let name: Extent
        package let value: Extent
    }

    package internal(set) var method = Method.get
    /// The path, still percent-encoded; it begins with a slash, or is `*`.
    package internal(set) var path = Extent()
    /// What follows the question mark; nil without one.
    package internal(set) var query: Extent?
    /// Whether the client speaks HTTP/1.0.
    package internal(set) var isOld = false
    /// Whether another request may follow on the connection.
    package internal(set) var keepsAlive = true
    /// Whether the client waits for `100 Continue` before it sends the body.
    package internal(set) var expectsContinue = false
    package internal(set) var framing = Framing.none
    package private(set) var fields: [Field] = []
    /// How long the fields' names are, one bit for each length: most fields that are asked for are not there, and this
    /// tells it without a look at them.
    private var nameLengths: UInt64 = 0

    package init() {}

    /// Adds a field.
    mutating func add(_ field: Field) {
        fields.append(field)
        nameLengths |= Self.bit(field.name.count)
    }

    /// Forgets the fields and keeps the room for them.
    mutating func removeFields() {
        fields.removeAll(keepingCapacity: true)
        nameLengths = 0
    }

    /// Whether some field has a name that long.
    @inline(__always)
    func hasField(named length: Int) -> Bool { nameLengths & Self.bit(length) != 0 }

    @inline(__always)
    private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(clamping: min(length, 63)) }

    /// The same with fields that take no more room than they need.
    func compacted() -> RequestHead {
        var head = self
        head.fields = fields.map(\.self)
        return head
    }
}
