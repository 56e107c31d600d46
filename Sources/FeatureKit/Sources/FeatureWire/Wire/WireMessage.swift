/// One message between a host and a worker.
@_spi(Hosting) public struct WireMessage: Sendable, Equatable {
    /// What it is about.
    public let kind: WireKind
    /// The conversation that it belongs to.
    public let conversation: UInt32
    /// What it says, as `WireWriter` wrote it.
    public let body: [UInt8]
    /// Why it can't be sent, in words for the log; nil where it can.
    public let problem: String?

    /// Puts a message together.
    public init(_ kind: WireKind, _ conversation: UInt32 = 0, _ body: [UInt8] = []) {
        self.kind = kind
        self.conversation = conversation
        self.body = body
        problem = nil
    }

    /// Puts a message together whose body is written now.
    ///
    /// - Parameter inPieces: Whether it is sent in pieces, as media are, which may be larger.
    public init(
        _ kind: WireKind, _ conversation: UInt32 = 0, inPieces: Bool = false, writing: (inout WireWriter) -> Void
    ) {
        var writer = WireWriter()
        writing(&writer)
        self.kind = kind
        self.conversation = conversation
        body = writer.bytes
        let most = inPieces ? WireLimits.pieced : WireLimits.message
        let size = body.count > most ? "it has \(body.count) bytes; the most is \(most)" : nil
        problem = writer.problem ?? size
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
