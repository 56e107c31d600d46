/// A message that was announced and is not published yet; its id is the message's.
struct OutboxRow: Shaped, Codable {
    /// Its place in the order of the commits.
    let number: Int
    let topic: String
    let payload: Value
    let cause: StoredCause?

    static let shape = Shape.object([
        Field("number", .integer(in: 1 ... .max), "Its place in the order of the commits."),
        Field("topic", .text(), "Where it is published."), Field("payload", .anything, "The message."),
        Field("cause", StoredCause.shape, "What it goes back to.", optional: true),
    ])
}

extension Documents where Document == OutboxRow {
    static var outbox: Self { .init(KitCollection.outbox.rawValue, indexes: [.on("number")]) }
}

/// A cause as it is kept.
struct StoredCause: Shaped, Codable, Equatable {
    let id: String
    let key: String?
    let attributes: [String: Value]
    let roles: [String]
    let origin: String
    let address: String?
    let isSignedIn: Bool
    let device: String?

    static let shape = Shape.object([
        Field("id", .text(), "The id that everything shares that came of it."),
        Field("key", .text(), "The caller's key.", optional: true),
        Field("attributes", .map(of: .anything), "What was known of the caller."),
        Field("roles", .list(of: .text()), "What the caller may do."),
        Field("origin", .text(), "How the caller came in."),
        Field("address", .text(), "The caller's network address.", optional: true),
        Field("isSignedIn", .boolean, "Whether the key is that of a user who has signed in."),
        Field("device", .text(), "The key of the caller's device.", optional: true),
    ])

    init(_ cause: Cause) {
        id = cause.id
        key = cause.caller.key
        attributes = cause.caller.attributes
        roles = cause.caller.roles.sorted()
        origin = cause.caller.origin.description
        address = cause.caller.address
        isSignedIn = cause.caller.isSignedIn
        device = cause.caller.device
    }

    var cause: Cause {
        let caller = Caller(
            key: key, attributes: attributes, roles: Set(roles), origin: Caller.Origin(description: origin),
            address: address, isSignedIn: isSignedIn, device: device)
        return Cause(caller: caller, id: id)
    }
}
