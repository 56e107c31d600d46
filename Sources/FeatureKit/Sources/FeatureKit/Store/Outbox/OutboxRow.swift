/// A message that was announced and is not published yet; its id is the message's.
@Record struct OutboxRow {
    /// Its place in the order of the commits.
    @In(1...Int.max) let number: Int
    /// Where it is published.
    let topic: String
    /// The message.
    let payload: Value
    /// What it goes back to.
    let cause: StoredCause?

    static let documents = Documents<OutboxRow>(KitCollection.outbox.rawValue, indexes: [.on("number")])
}

extension Documents where Document == OutboxRow {
    static var outbox: Self { OutboxRow.documents }
}

/// A cause as it is kept.
@Record struct StoredCause: Equatable {
    /// The id that everything shares that came of it.
    let id: String
    /// The caller's key.
    let key: String?
    /// What was known of the caller.
    let attributes: [String: Value]
    /// What the caller may do.
    let roles: [String]
    /// How the caller came in.
    let origin: String
    /// The caller's network address.
    let address: String?
    /// Whether the key is that of a user who has signed in.
    let isSignedIn: Bool
    /// The key of the caller's device.
    let device: String?
}

extension StoredCause {
    init(_ cause: Cause) {
        let caller = cause.caller
        self.init(
            id: cause.id, key: caller.key, attributes: caller.attributes, roles: caller.roles.sorted(),
            origin: caller.origin.description, address: caller.address, isSignedIn: caller.isSignedIn,
            device: caller.device)
    }

    var cause: Cause {
        let caller = Caller(
            key: key, attributes: attributes, roles: Set(roles), origin: Caller.Origin(description: origin),
            address: address, isSignedIn: isSignedIn, device: device)
        return Cause(caller: caller, id: id)
    }
}
