/// The request of an idempotent route; over HTTP the header `Idempotency-Key` fills its key.
public protocol IdempotentRequest: Shaped {
    /// The caller's key for this request; nil where it has none.
    var idempotencyKey: String? { get }
}

extension IdempotentRequest {
    /// The field of the key, for the Shape.
    public static var idempotencyField: Field {
        Field(
            "idempotencyKey", .text(length: 1...255),
            "What the caller calls this request; asked again with it, it is answered as the first time.", optional: true
        )
    }
}

/// How the handler of an idempotent route finishes: it writes its changes in the store and its reply in one
/// transaction.
public struct Once<Reply: Shaped>: Sendable {
    /// A reply that is stored together with the changes that belong to it.
    public struct Answer: Sendable {
        let reply: Reply
    }

    let store: Store
    let key: IdempotencyKey?
    let clock: any ClockSource

    /// Runs the request's changes and stores the reply for its key, all or nothing.
    ///
    /// - Parameter body: What to do, as in `store.transaction`; it is not run where another run of the feature has
    ///   finished the same key before, whose reply is then returned.
    public func finish(_ body: @escaping @Sendable (StoreTransaction) throws -> Reply) async throws -> Answer {
        guard let key else { return Answer(reply: try await store.transaction(body)) }
        let replies = try store.access.kitCollection(Documents.replies)
        let now = clock.now
        return try await store.transaction { tx in
            if let earlier: Reply = try key.reply(in: tx.get(replies, key.id)?.document, at: now) {
                return Answer(reply: earlier)
            }
            let reply = try body(tx)
            let row = StoredReply(request: key.request, reply: try Value(encoding: reply), at: now)
            try tx.put(replies, row, id: key.id)
            // Twice as many as come, so that what is old does not pile up.
            let old = try tx.query(
                replies, where: [.below("at", IdempotencyKey.oldest(at: now))], order: .by("at"), limit: 2)
            for row in old.items { try tx.delete(replies, row.id) }
            return Answer(reply: reply)
        }
    }
}

/// A key that came with a request to an idempotent route, and what was asked with it.
struct IdempotencyKey: Sendable {
    /// How long replies are kept.
    static let kept = Duration.hours(24)

    let id: String
    /// The digest of the request without the key.
    let request: String

    /// Nil where the request came without a key.
    init?<Request: IdempotentRequest>(_ request: Request, to route: String, _ caller: Caller) throws {
        guard let key = request.idempotencyKey else { return nil }
        let kind = caller.isSignedIn ? "user" : caller.origin.description
        id = SHA256.hexDigest(of: Array([route, kind, caller.key ?? "", key].joined(separator: "\u{0}").utf8))
        var asked = try Value(encoding: request)
        if case .object(var members) = asked {
            members["idempotencyKey"] = nil
            asked = .object(members)
        }
        self.request = SHA256.hexDigest(of: Array(asked.inOrder.json.utf8))
    }

    static func oldest(at now: Timestamp) -> Timestamp { now.advanced(by: .zero - kept) }

    /// What was replied to this key before; nil where nothing was, or that is too long ago.
    ///
    /// - Throws: `key-reused` where something else was asked with it.
    func reply<Reply: Shaped>(in row: StoredReply?, at now: Timestamp) throws -> Reply? {
        guard let row, row.at >= Self.oldest(at: now) else { return nil }
        guard row.request == request else {
            throw RouteError(
                code: "key-reused", status: 422, "the idempotency key was used for another request; take a new one")
        }
        return try row.reply.decoded(as: Reply.self)
    }
}

extension Value {
    /// The value with the members of all objects in the order of their names, so that equal ones print the same.
    fileprivate var inOrder: Value {
        switch self {
        case .list(let values): .list(values.map(\.inOrder))
        case .object(let members):
            .object(Members(members.map { ($0.name, $0.value.inOrder) }.sorted { $0.0 < $1.0 }))
        default: self
        }
    }
}

extension Routes {
    /// Serves an idempotent route until the feature is drained: each key is handled once.
    ///
    /// A second request with the same key and the same content within 24 hours gets the first reply again, also after a
    /// restart. One with other content is refused with 422, and any one with 409 while the first is being answered.
    /// Refusals of the handler are not stored. Everything else is as with `serve`.
    ///
    /// - Parameter handler: Returns the result of `once.finish { tx in … }`.
    /// - Throws: `BusError`, as `serve` does.
    public func serve<Request: IdempotentRequest, Reply>(
        _ route: Route<Request, Reply>, in store: Store,
        _ handler: @escaping @Sendable (Request, Call, Once<Reply>) async throws -> Once<Reply>.Answer
    ) throws(BusError) {
        let limit = LimitedRoute(route, member.clock)
        let clock = member.clock
        let open = Lock<Set<String>>([])
        let serve: @Sendable (Request, Call) async throws -> Reply = { request, call in
            try limit.check(call)
            guard let key = try IdempotencyKey(request, to: route.name, call.caller) else {
                return try await handler(request, call, Once(store: store, key: nil, clock: clock)).reply
            }
            guard open.withLock({ $0.insert(key.id).inserted }) else {
                throw RouteError(
                    code: "in-progress", status: 409, "a request with this idempotency key is being answered",
                    retryAfter: .seconds(1))
            }
            defer { open.withLock { _ = $0.remove(key.id) } }
            let row = try await store.access.kitCollection(Documents.replies).get(key.id)?.document
            if let earlier: Reply = try key.reply(in: row, at: clock.now) { return earlier }
            return try await handler(request, call, Once(store: store, key: key, clock: clock)).reply
        }
        try member.serve(.later(route, by: member, serve))
    }
}
