@_spi(Hosting) internal import FeatureWire

/// The form in which a worker tells its host that the library can't be opened.
extension LibraryEntry.Problem {
    init(_ message: WireMessage) throws(WireError) {
        self = try message.read { reader throws(WireError) in
            try reader.flag() ? .notOpened(try reader.text()) : .noEntry
        }
    }

    /// The message that says it: a refusal that belongs to no conversation.
    var message: WireMessage {
        WireMessage(.refusal) { writer in
            if case .notOpened(let words) = self {
                writer.flag(true)
                writer.text(words)
            } else {
                writer.flag(false)
            }
        }
    }
}
