/// One side of a link between a host and a worker: what is sent arrives whole and in order, or not at all.
///
/// Each message that arrives is passed to the code that made the connection, on one thread at a time.
@_spi(Hosting) public protocol WireConnection: AnyObject, Sendable {
    /// Sends a message; never waits.
    ///
    /// - Returns: False where it was not sent: the other side has gone, or too much waits already.
    func send(_ message: WireMessage) -> Bool

    /// Sends a message in pieces that let all others pass: media and blobs.
    ///
    /// It may arrive after messages that are sent later.
    func sendInPieces(_ message: WireMessage) -> Bool

    /// How many bytes wait to be written, publications included: other messages must not wait behind a flood of them.
    var waiting: Int { get }

    /// Ends the link; the other side finds the end of its input.
    func close()
}
