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

    /// Tells what comes: announcements to everybody here, and to those who have signed in their inbox.
    ///
    /// It begins with the announcements that hold, and with the last 20 entries of the inbox or those that came since.
    /// - Parameter zone: The zone in which the caller is; otherwise that of the caller's seat, and without one all
    ///   announcements come.
    /// - Parameter language: In which announcements come; otherwise that of the account.
    /// - Parameter lastEventID: The number of the last entry that the client has.
    @Stream("/stream", .everyone, id: "notifications.news")
    func follow(
        @In(0...65_535) zone: Int?, @Text(2...35) language: String?, @Text(1...20) lastEventID: String?, _ call: Call,
        _ out: ReplyStream<StreamEvent>
    ) async throws {
        let follower = await follower(zone: zone, language: language, call)
        streams.follow(follower)
        defer { streams.leave(follower) }
        var last = try await showInbox(to: follower, after: lastEventID.flatMap { Int64($0) }, out)
        while let news = await follower.next() {
            switch news {
            case .announcement(let announcement): try await tell(announcement, to: follower, out)
            // Two that come at once may come in another order than that of their numbers.
            case .entry(let entry): if entry.number > last { last = try await show(after: last, to: follower, out) }
            }
        }
    }

    /// A client that listens, in the zone of the caller's seat and the account's language unless it names others.
    func follower(zone: Int?, language: String?, _ call: Call) async -> Follower {
        guard call.caller.isSignedIn, let person = call.caller.key else {
            return Follower(key: call.caller.key, zone: zone, language: language)
        }
        // An evacuation does not wait for Accounts.
        let contact = try? await contact(of: person, within: .seconds(1))
        let chosen = try? await choice(of: person).language
        return Follower(
            key: person, person: person, zone: zone ?? contact?.seatZone.flatMap { Int($0) },
            language: language ?? chosen ?? contact?.language)
    }

    private func tell(_ announcement: Announcement, to follower: Follower, _ out: ReplyStream<StreamEvent>) async throws
    {
        try await out.send(StreamEvent(announcement: announcement))
        if let key = follower.key { streams.reached(key, by: announcement) }
    }

    /// Shows what came into an inbox after a number, or the last entries; the number of the last one.
    private func showInbox(to follower: Follower, after: Int64?, _ out: ReplyStream<StreamEvent>) async throws -> Int64
    {
        guard let person = follower.person else { return 0 }
        let latest = try await inbox.query(
            where: [.equals("person", person)], order: .descending(by: "number"), limit: 20
        ).items.map(\.document.number)
        let last = after ?? .max
        // A client with a number from another store begins again, as one without.
        return try await show(after: last > latest.first ?? 0 ? (latest.last ?? 1) - 1 : last, to: follower, out)
    }

    private func show(after: Int64, to follower: Follower, _ out: ReplyStream<StreamEvent>) async throws -> Int64 {
        guard let person = follower.person else { return after }
        var last = after
        for try await entry in inbox.all(
            where: [.equals("person", person), .above("number", last)], order: .by("number"))
        {
            while let announcement = follower.nextAnnouncement() { try await tell(announcement, to: follower, out) }
            try await out.send(StreamEvent(entry.view))
            last = max(last, entry.document.number)
        }
        return last
    }
}

/// What a client that listens is told: one of these.
@Record struct StreamEvent: Equatable {
    /// The number of the entry, by which a client that comes back says how far it came.
    @Text(1...20) var eventID: String?
    /// What everybody here is told.
    var announcement: Announcement?
    /// What is in the inbox now.
    var entry: InboxEntry.View?

    init(_ entry: InboxEntry.View) { self.init(eventID: "\(entry.number)", entry: entry) }
}
