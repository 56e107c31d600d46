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
    package internal(set) var fields: [Field] = []

    package init() {}
}
