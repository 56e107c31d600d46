/// The link from a feature in a worker to the bus of its host, which holds everything shared: readers, servers, kept
/// values and declarations.
package protocol Uplink: AnyObject, Sendable {
    /// Opens a topic for publishing; blocks the thread until the host has answered.
    func publisher(on topic: String, _ shape: Shape, keeping retention: TopicRetention) throws(BusError) -> any FarTopic
    /// Reads a topic from now on; blocks the thread until the host has answered.
    ///
    /// - Parameter mailbox: Takes what the host delivers.
    func subscribe(
        to topic: String, _ shape: Shape, overflow: Overflow, into mailbox: FarMailbox
    ) throws(BusError) -> any FarReader
    /// Offers a route; blocks the thread until the host has answered.
    func serve(_ route: ServedRoute) throws(BusError)
    /// Withdraws a route.
    func withdraw(_ route: String)
    /// Sends a request to another feature.
    func request<Request: Shaped, Reply: Shaped>(
        _ route: String, _ request: Request, as reply: Reply.Type, within limit: Duration, because cause: Cause?
    ) async throws(RequestError) -> Reply
    /// The feature's run has ended or was asked to: it reads and serves no more.
    func drained()
}

/// A topic of the host that a feature in a worker publishes.
package protocol FarTopic: AnyObject, Sendable {
    /// Publishes; never waits.
    func publish<Payload: Shaped>(_ payload: Payload, because cause: Cause?)
    /// Publishes once every reader has room; returns whether they had.
    func publishWaiting<Payload: Shaped>(
        _ payload: Payload, within limit: Duration, because cause: Cause?
    ) async throws -> Bool
}

/// A reader's subscription to a topic of the host.
package protocol FarReader: AnyObject, Sendable {
    /// How many messages were lost, as the host counts them; blocks the thread until it has answered.
    var dropped: UInt64 { get }
    /// Asks for the next batch of messages, unless it has asked already.
    func wantsMore()
    /// Counts a message that came and could not be decoded as lost.
    func lostUnreadable()
    /// Stops reading.
    func leave()
}

/// Holds messages of the host until the loop of a feature in a worker takes them.
package final class FarMailbox: Sendable {
    let mailbox: Mailbox

    init(_ overflow: Overflow) { mailbox = Mailbox(overflow) }

    /// Adds a message.
    package func put(
        _ value: Value, topic: String, source: String, sequence: UInt64, time: Timestamp, cause: Cause?,
        isRetained: Bool
    ) {
        let parcel = TypedParcel(value)
        parcel.address(topic: topic, source: source, cause: cause)
        parcel.stamp(sequence: sequence, time: time)
        var wakeups = Wakeups()
        mailbox.put(parcel, isRetained: isRetained, waking: &wakeups)
        wakeups.wake()
    }

    /// Accepts no more messages; those that it holds can still be taken.
    package func close() { mailbox.close() }
}
