@_spi(Hosting) internal import FeatureKit

// Requests and replies: plain data, media as their bytes, or both.

private enum ContentMark {
    static let plain: UInt8 = 0
    static let media: UInt8 = 1
    static let withMedia: UInt8 = 2
}

extension WireWriter {
    /// Writes a request or a reply.
    mutating func content(_ content: any Shaped) {
        if let media = content as? Media {
            byte(ContentMark.media)
            self.media(media)
        } else if let combined = content as? ValueWithMedia, let attached = combined.mediaMember {
            byte(ContentMark.withMedia)
            value(combined.plain)
            text(attached.name)
            media(attached.media)
        } else {
            byte(ContentMark.plain)
            encoded(content)
        }
    }

    /// Whether a request is sent in pieces, since its bytes make it long.
    static func goesInPieces(_ content: any Shaped) -> Bool {
        content is Media || (content as? ValueWithMedia)?.mediaMember != nil
    }

    mutating func media(_ media: Media) {
        text(media.type)
        data(media.bytes)
    }

    /// Writes a value of any type as plain data, with its secrets, since they are meant for the other side.
    mutating func encoded(_ content: any Shaped) {
        do { value(try Value(revealing: content)) } catch {
            refuse("\(error)")
            value(.null)
        }
    }
}

extension WireReader {
    /// Reads a request or a reply.
    mutating func content() throws(WireError) -> any Shaped {
        switch try byte() {
        case ContentMark.plain: return try value()
        case ContentMark.media: return try media()
        case ContentMark.withMedia:
            let plain = try value()
            return ValueWithMedia(plain, ValueWithMedia.MediaMember(name: try text(), media: try media()))
        case let other: throw .malformed("\(other) is no kind of content")
        }
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
