/// Events that many clients follow at once; each is written once and sent by every loop to its own clients.
package final class EventFeed: Sendable {
    /// How many events are kept for those who come back.
    package static let mostKept = 256

    package init() {}

    /// Tells everyone who follows, and keeps the event for those who come back.
    ///
    /// - Parameters:
    ///   - event: The event's name.
    ///   - data: One line, which is what JSON is.
    ///   - replaces: Whether somebody who comes new gets only the last such event first (a state), instead of nothing.
    package func publish(_ event: String, _ data: [UInt8], replaces: Bool) {}

    /// Tells everyone a last event and ends their streams.
    package func end(_ event: String, _ data: [UInt8]) {}

    /// How many clients follow now.
    package var followers: Int { 0 }
}
