/// What an idempotent route replied to a key; its id is made of the route, the caller and the key.
@Record struct StoredReply {
    /// The digest of the request that came with the key.
    let request: String
    /// What was replied.
    let reply: Value
    /// When it was replied.
    let at: Timestamp
}

extension Documents where Document == StoredReply {
    static var replies: Self { .init(KitCollection.replies.rawValue, indexes: [.on("at")]) }
}
