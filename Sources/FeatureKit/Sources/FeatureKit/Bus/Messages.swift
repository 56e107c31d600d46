/// What a feature reads of a topic, from the moment it asked for it; for one `for await` loop.
///
/// It ends when the feature is drained or its task is cancelled. Letting go of it unsubscribes.
public struct Messages<Payload: Shaped>: AsyncSequence, Sendable {
    /// A payload and where it came from.
    public typealias Element = Message<Payload>
    /// Reading never fails.
    public typealias Failure = Never

    let subscription: Subscription

    /// How many messages were lost: the reader was slow, or could not read them.
    public var dropped: UInt64 { subscription.mailbox.counts.dropped }

    /// Starts the loop.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// The place of a `for await` loop.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription
        private var batch: [Mailbox.Letter] = []
        private var position = 0

        init(subscription: Subscription) { self.subscription = subscription }

        /// The next message; nil when no more will come.
        public mutating func next() async -> Message<Payload>? {
            while true {
                while position < batch.count {
                    let letter = batch[position]
                    position += 1
                    do {
                        let parcel = try TypedParcel<Payload>.opened(letter.parcel)
                        return Message(parcel: parcel, isRetained: letter.isRetained)
                    } catch { subscription.noteUnreadable(letter.parcel, error) }
                }
                position = 0
                batch.removeAll(keepingCapacity: true)
                guard await subscription.mailbox.take(into: &batch) else { return nil }
            }
        }
    }
}

/// A reader's place at a topic; it leaves when the last reference goes.
final class Subscription: Sendable {
    let mailbox: Mailbox
    private let hub: TopicHub
    private let member: Member
    private let id: Int

    init(hub: TopicHub, member: Member, overflow: Overflow) {
        self.hub = hub
        self.member = member
        mailbox = Mailbox(overflow)
        id = hub.subscribe(mailbox, feature: member.id)
        member.opened(mailbox)
    }

    deinit {
        // Closed first: whoever waits for room here must not wait for a reader that has gone.
        mailbox.close()
        hub.unsubscribe(id)
        member.closed(mailbox)
    }

    /// Both Shapes agreed, so this is a mistake in a payload's Codable; the reader's log is where it shows, once.
    func noteUnreadable(_ parcel: Parcel, _ error: any Error) {
        guard mailbox.loseUnreadable() == 1 else { return }
        member.log.error(
            "can't read a message; more of them are only counted",
            [("topic", parcel.topic), ("source", parcel.source), ("error", "\(error)")])
    }
}
