/// Reads a topic as plain data, batch by batch, for code that reads on behalf of a feature in another process.
package final class PlainReader: Sendable {
    private let subscription: Subscription

    init(_ subscription: Subscription) { self.subscription = subscription }

    /// The next batch of messages in order, waiting for the first one; nil when no more will come.
    package func next() async -> [Message<Value>]? {
        var hand: [Mailbox.Letter] = []
        var bytes: [UInt8] = []
        while await subscription.mailbox.take(into: &hand) {
            let messages = hand.reversed().compactMap { letter -> Message<Value>? in
                guard let parcel = letter.parcel as? TypedParcel<Value> ?? subscription.reread(letter.parcel, &bytes)
                else { return nil }
                return Message(parcel: parcel, isRetained: letter.isRetained)
            }
            if !messages.isEmpty { return messages }
        }
        return nil
    }

    /// Stops reading.
    package func close() { subscription.mailbox.close() }

    /// How many messages were lost.
    package var dropped: UInt64 { subscription.mailbox.counts.dropped }

    /// Counts messages that were taken but could not be decoded as lost, but no more than were taken.
    package func lose(_ count: UInt64) { subscription.mailbox.loseUnreadable(count) }

    /// Counts a message that can't be passed on as lost, and logs why, once.
    package func lose(_ message: Message<Value>, because problem: String) {
        subscription.lose(message.parcel, because: problem)
    }
}

extension Bus {
    /// Reads a topic as plain data whose Shape is known only at run time.
    ///
    /// - Throws: `BusError` where the topic is not declared, or has another Shape elsewhere.
    package func reader(
        onPlain topic: String, _ shape: Shape, overflow: Overflow
    ) throws(BusError) -> PlainReader {
        let hub = try member.hub(topic, shape, in: .reads)
        return PlainReader(Subscription(hub: hub, member: member, overflow: overflow))
    }
}
