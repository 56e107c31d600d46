/// The messages of a topic since the subscription, for one `for await` loop.
///
/// The loop ends when the feature is drained or its task is cancelled. Releasing the last reference unsubscribes.
public struct Messages<Payload: Shaped>: AsyncSequence, Sendable {
    /// A payload with its source, sequence number and time.
    public typealias Element = Message<Payload>
    /// Reading never fails.
    public typealias Failure = Never

    let subscription: Subscription

    /// How many messages were lost, because the reader was slow or could not decode them.
    public var dropped: UInt64 { subscription.dropped }

    /// Starts the loop.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// The iterator of a `for await` loop.
    ///
    /// Frozen and inlinable: a loop that is compiled for its payload takes a message from its batch in a few
    /// nanoseconds, where a call into the kit costs a hundred.
    @frozen
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline
        let subscription: Subscription
        @usableFromInline
        var hand: [Mailbox.Letter] = []
        /// Memory for the JSON of a message that was published as another type.
        @usableFromInline
        var bytes: [UInt8] = []

        init(subscription: Subscription) { self.subscription = subscription }

        /// The next message; nil when no more will come.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Message<Payload>? {
            while true {
                while let letter = hand.popLast() {
                    if let parcel = letter.parcel as? TypedParcel<Payload> ?? subscription.reread(letter.parcel, &bytes)
                    {
                        return Message(parcel: parcel, isRetained: letter.isRetained)
                    }
                }
                guard await subscription.take(into: &hand, isolation: actor) else { return nil }
            }
        }

        /// The next batch of messages, at least one, for readers that store many at once; nil when no more will come.
        public mutating func nextBatch(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> [Message<Payload>]? {
            guard let first = await next(isolation: actor) else { return nil }
            var batch = [first]
            while !hand.isEmpty, let message = await next(isolation: actor) { batch.append(message) }
            return batch
        }
    }
}

/// A reader's subscription to a topic; it ends when the last reference is released.
@usableFromInline
final class Subscription: Sendable {
    private enum Place {
        case near(TopicHub, Int)
        case far(any FarReader)
    }

    let mailbox: Mailbox
    private let member: Member
    private let place: Place

    init(hub: TopicHub, member: Member, overflow: Overflow) {
        self.member = member
        mailbox = Mailbox(overflow)
        place = .near(hub, hub.subscribe(mailbox, feature: member.id, by: member))
        member.opened(mailbox)
    }

    /// A reader whose real mailbox is in the host; the one here holds what the host has delivered.
    init(
        to topic: String, _ shape: Shape, over uplink: any Uplink, member: Member, overflow: Overflow
    ) throws(BusError) {
        self.member = member
        let near = FarMailbox(overflow)
        mailbox = near.mailbox
        place = .far(try uplink.subscribe(to: topic, shape, overflow: overflow, into: near))
    }

    deinit {
        // Closed first: publishers that wait for room here must not wait for a reader that has gone.
        mailbox.close()
        switch place {
        case .near(let hub, let id):
            hub.unsubscribe(id)
            member.closed(mailbox)
        case .far(let reader): reader.leave()
        }
    }

    /// How many messages were lost.
    var dropped: UInt64 {
        switch place {
        case .near: mailbox.counts.dropped
        case .far(let reader): reader.dropped
        }
    }

    /// Fills an empty batch, waiting for the first message; false when no more will come.
    ///
    /// It names the isolation although it would inherit it anyway: then the compiler returns to the loop's executor
    /// here, once for each batch, and not after every message.
    @usableFromInline
    func take(into hand: inout [Mailbox.Letter], isolation actor: isolated (any Actor)?) async -> Bool {
        if case .far(let reader) = place, mailbox.isWaiting { reader.wantsMore() }
        return await mailbox.take(into: &hand)
    }

    /// The same parcel for a reader with a type of its own; nil where the payload can't be decoded as that type.
    ///
    /// Both Shapes agreed, so it is a mistake in the payload's Codable; the reader's log shows it, once.
    @inlinable
    func reread<Payload>(_ parcel: Parcel, _ bytes: inout [UInt8]) -> TypedParcel<Payload>? {
        do { return try parcel.reread(as: Payload.self, &bytes) } catch {
            lose(parcel, because: "\(error)")
            return nil
        }
    }

    @usableFromInline
    func lose(_ parcel: Parcel, because problem: String) {
        if case .far(let reader) = place { reader.lostUnreadable() }
        guard mailbox.loseUnreadable() == 1 else { return }
        member.log.error(
            "can't read a message; more of them are only counted",
            [("topic", parcel.topic), ("source", parcel.source), ("error", problem)])
    }
}
