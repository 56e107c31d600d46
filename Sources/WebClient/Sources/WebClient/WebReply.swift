/// What a server answered, whatever its status says.
public struct WebReply: Sendable, Equatable {
    /// The status and the fields.
    public let head: WebHead
    /// The body, which may be cut where the status is no success, or was enough.
    public let body: [UInt8]
    /// How long the server wants not to be asked.
    public let retryAfter: Duration?

    /// The status, such as 201.
    public var status: Int { head.status }
}
