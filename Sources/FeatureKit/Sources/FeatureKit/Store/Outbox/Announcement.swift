/// A message that a transaction announces: it is published at least once after the transaction is on the disk.
///
/// After a crash it may be published twice; readers recognise the second one by its id.
public protocol Announcement: Shaped {
    /// The message's id, made with `.random()`, by which readers recognise a second delivery.
    var id: ID<Self> { get }
}

extension Contract {
    /// The feature announces messages on a topic in its transactions: `tx.announce(message, on: topic)`.
    public static func announces<Payload: Announcement>(_ topic: Topic<Payload>) -> Contract {
        Contract(
            role: .publishes, name: topic.name, shape: Payload.shape, retention: topic.retention.kind,
            needs: [.outbox], types: [Payload.self])
    }
}

extension StoreTransaction {
    /// Publishes a message once this transaction is on the disk, after the messages of earlier transactions.
    ///
    /// Where the transaction fails, the message is dropped. It is published at least once: where the host crashes
    /// before, it is published before the feature starts again.
    ///
    /// - Throws: `undeclared` where no contract says `.announces(topic)`, `full` where 10,000 wait to be published.
    public func announce<Payload: Announcement>(
        _ message: Payload, on topic: Topic<Payload>, because cause: Cause? = nil
    ) throws(StoreError) {
        guard access.announces(topic.name, Payload.shape) else {
            throw access.noting(.notAnnounced(topic.name, by: access.feature))
        }
        let outbox = try access.kitCollection(Documents.outbox)
        let number = try nextNumber(of: outbox.name, in: outbox, most: StoreLimits.announcements)
        let payload: Value
        do { payload = try Value(encoding: message) } catch {
            throw .misfit(message.id.text, in: outbox.name, error)
        }
        let row = OutboxRow(
            number: number, topic: topic.name, payload: payload,
            cause: (cause ?? Cause.current).map(StoredCause.init))
        try insert(outbox, row, id: message.id.text)
    }
}
