internal import FeatureKit
internal import NotificationsContracts

/// How many entries a person has not read.
@Record struct UnreadCount: Equatable {
    /// The count.
    var unread: Int
}

@Routes("notifications", as: "inboxRoutes") extension NotificationService {
    /// Lists the caller's inbox, the newest change first.
    /// - Parameter isUnread: Whether only what was not read, or only what was.
    /// - Parameter limit: How many.
    /// - Parameter after: The cursor of the page before.
    @Get("/inbox", .user)
    func inbox(isUnread: Bool?, @In(1...100) limit: Int = 20, after: PageCursor?, _ call: Call) async throws
        -> Page<InboxEntry.View>
    {
        let person = try call.user()
        var conditions: [StoreCondition] = [.equals("person", person)]
        if let isUnread { conditions.append(.equals("isUnread", isUnread)) }
        return try await inbox.page(
            PageRequest(limit: limit, after: after), where: conditions, order: .descending(by: "number")
        ) { $0.view }
    }

    /// Tells how many entries the caller has not read.
    @Get("/inbox/unread", .user)
    func unread(_ call: Call) async throws -> UnreadCount {
        UnreadCount(
            unread: try await inbox.count(where: [.equals("person", try call.user()), .equals("isUnread", true)]))
    }

    /// Marks an entry as read, or as unread again.
    /// - Parameter entry: Which entry.
    /// - Parameter isUnread: Whether it is unread.
    @Put("/inbox/{entry}/unread", .user)
    func mark(entry: ID<InboxEntry>, isUnread: Bool, _ call: Call) async throws -> InboxEntry.View {
        let person = try call.user()
        let marked = try await store.transaction { tx in
            guard var kept = try tx.get(inbox, entry.text), kept.document.person == person else {
                throw NotificationRefusal.noEntry
            }
            guard kept.document.isUnread != isUnread else { return kept }
            (kept.document.isUnread, kept.document.number) = (isUnread, try nextNumber(of: person, tx))
            return try tx.put(inbox, kept.document, id: kept.id)
        }
        streams.show([marked])
        return marked.view
    }

    /// Marks everything in the caller's inbox as read.
    @Post("/inbox/read", .user)
    func readAll(_ call: Call) async throws -> UnreadCount {
        let person = try call.user()
        while true {
            let marked = try await store.transaction { tx -> [Stored<InboxEntry>] in
                let unread = try tx.query(inbox, where: [.equals("person", person), .equals("isUnread", true)]).items
                return try unread.map { entry in
                    let number = try nextNumber(of: person, tx)
                    return try tx.update(inbox, entry.id) { ($0.isUnread, $0.number) = (false, number) }
                }
            }
            streams.show(marked)
            if marked.isEmpty { return UnreadCount(unread: 0) }
        }
    }

    /// Shows the caller's inbox and what changes in it: first what came after a number, or the last 20 entries.
    /// - Parameter after: The number of the last entry that the client has.
    @Stream("/stream", .user)
    func follow(@In(0...Int64.max) after: Int64?, _ call: Call, _ out: ReplyStream<InboxEntry.View>) async throws {
        let person = try call.user()
        let news = streams.follow(person)
        let latest = try await inbox.query(
            where: [.equals("person", person)], order: .descending(by: "number"), limit: 20
        ).items.map(\.document.number)
        var last = after ?? .max
        // A client with a number from another store begins again, as one without.
        if last > latest.first ?? 0 { last = (latest.last ?? 1) - 1 }
        for try await entry in inbox.all(
            where: [.equals("person", person), .above("number", last)], order: .by("number"))
        {
            try await out.send(entry.view)
            last = max(last, entry.document.number)
        }
        for await entry in news where entry.number > last {
            try await out.send(entry)
            last = entry.number
        }
    }
}
