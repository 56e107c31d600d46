/// Why bytes are no answer of a host.
package enum ReplyFault: Error, Sendable, Equatable {
    case badStatusLine
    case badField
    case badLength
    case badChunk
    case headTooLarge
    case bodyTooLarge(most: Int)
    case eventTooLarge(most: Int)
    case moreThanOne
    case badJSON(String)
    /// The connection ended in the middle.
    case cutOff
}
