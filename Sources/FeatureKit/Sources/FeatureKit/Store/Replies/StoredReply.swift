/// What an idempotent route replied to a key; its id is made of the route, the caller and the key.
struct StoredReply: Shaped {
    /// The digest of the request that came with the key.
    let request: String
    let reply: Value
    let at: Timestamp

    static let shape = Shape.object([
        Field("request", .text(), "The digest of the request that came with the key."),
        Field("reply", .anything, "What was replied."), Field("at", .timestamp, "When."),
    ])
}

extension Documents where Document == StoredReply {
    static var replies: Self { .init(KitCollection.replies.rawValue, indexes: [.on("at")]) }
}
