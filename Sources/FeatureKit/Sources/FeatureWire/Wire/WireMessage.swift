/// One message between a host and a worker.
@_spi(Hosting) public struct WireMessage: Sendable, Equatable {
    /// What it is about.
    public let kind: WireKind
    /// The conversation that it belongs to.
    public let conversation: UInt32
    /// What it says, as `WireWriter` wrote it.
    public let body: [UInt8]

    /// Puts a message together.
    public init(_ kind: WireKind, _ conversation: UInt32 = 0, _ body: [UInt8] = []) {
        self.kind = kind
        self.conversation = conversation
        self.body = body
    }

    /// Puts a message together whose body is written now.
    public init(_ kind: WireKind, _ conversation: UInt32 = 0, writing: (inout WireWriter) -> Void) {
        var writer = WireWriter()
        writing(&writer)
        self.init(kind, conversation, writer.bytes)
    }

    /// Reads the body, all of it.
    ///
    /// - Throws: What is wrong with it, in words for the log.
    public func read<Content>(
        _ read: (inout WireReader) throws(WireError) -> Content
    ) throws(WireError) -> Content {
        var reader = WireReader(body)
        let content = try read(&reader)
        guard reader.isAtEnd else { throw .malformed("\(kind.rawValue) says more than it should") }
        return content
    }
}
