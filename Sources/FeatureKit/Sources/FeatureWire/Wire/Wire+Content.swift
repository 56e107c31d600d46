@_spi(Hosting) internal import FeatureKit

// What is asked and replied: plain data, or media as the bytes that they are.

extension WireWriter {
    /// Writes a question or a reply.
    mutating func content(_ content: any Shaped) {
        if let media = content as? Media {
            flag(true)
            self.media(media)
        } else {
            flag(false)
            encoded(content)
        }
    }

    mutating func media(_ media: Media) {
        text(media.type)
        data(media.bytes)
    }

    /// Writes a value of any type as plain data, its secrets too: the other side is whom they were meant for.
    mutating func encoded(_ content: any Shaped) {
        do { value(try Value(revealing: content)) } catch {
            refuse("\(error)")
            value(.null)
        }
    }
}

extension WireReader {
    /// Reads a question or a reply.
    mutating func content() throws(WireError) -> any Shaped {
        if try flag() { return try media() }
        return try value()
    }

    mutating func media() throws(WireError) -> Media { Media(type: try text(), bytes: try data()) }
}

extension WireMessage {
    /// The reply to a conversation.
    static func reply(_ content: any Shaped, to conversation: UInt32) -> WireMessage {
        if let media = content as? Media {
            return WireMessage(.media, conversation, inPieces: true) { $0.media(media) }
        }
        return WireMessage(.reply, conversation) { $0.encoded(content) }
    }

    /// Reads a reply.
    func reply() throws(WireError) -> any Shaped {
        switch kind {
        case .reply: return try read { (reader) throws(WireError) in try reader.value() }
        case .media: return try read { (reader) throws(WireError) in try reader.media() }
        default: throw .malformed("\(kind.rawValue) is no reply")
        }
    }
}

extension WireConnection {
    /// Sends a reply, media in pieces.
    @discardableResult
    func send(reply: WireMessage) -> Bool { reply.kind == .media ? sendInPieces(reply) : send(reply) }
}
