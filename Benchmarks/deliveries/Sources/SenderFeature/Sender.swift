internal import FeatureKit
internal import NotificationsContracts

/// People that were told something.
@Record @Collection("batches") struct Batch: Equatable {
    /// The number of the first one.
    var first: Int
    /// How many.
    var count: Int
}

/// Sends notifications to people of a number, and knows their addresses in the place of Accounts.
@Module @Routes("sender") struct Sender: Feature, RouteGroup {
    @Record struct Settings: Equatable {}

    static let contracts = routes + [.keeps(Batch.documents), .sends(to: .notificationsSend)]

    func run() async throws {
        try serve(on: context.routes)
        context.ready()
        await context.untilStopped()
    }

    /// Sends each of some people one notification, in one transaction.
    /// - Parameter first: The number of the first one.
    /// - Parameter count: How many.
    /// - Parameter level: How much it matters.
    /// - Parameter people: How many people there are, who get one after the other.
    @Post("/batches", .role("staff"))
    func send(
        @In(0...1_000_000) first: Int, @In(1...5_000) count: Int, level: Notification.Level,
        @In(1...1_000_000) people: Int = 1_000_000
    ) async throws -> Done {
        let batches = try context.store.collection(Batch.documents)
        let until = context.clock.now.advanced(by: .seconds(3_600))
        try await context.store.transaction { tx in
            guard try tx.get(batches, "\(first)") == nil else { return }
            try tx.put(batches, Batch(first: first, count: count), id: "\(first)")
            for number in first..<first + count {
                let person = "bench:p\(number % people)"
                let sent = Notification(
                    id: "n\(number)", to: Recipient(person: person), kind: "bench.\(level.rawValue)", level: level,
                    texts: ["en": NotificationText(title: "Number \(number)", body: "It was sent once.")], until: until)
                try tx.send(sent, to: .notificationsSend, id: sent.id, key: person, person: person, until: until)
            }
        }
        return Done()
    }

    @Serves(.accountContact)
    func contact(_ request: AccountKey) -> AccountContact {
        AccountContact(email: "\(request.key.drop { $0 != ":" }.dropFirst())@bench.example", language: "en")
    }

    @Serves(.roleHolders)
    func holders(_ request: RoleQuery) -> RoleHolders { RoleHolders(items: []) }

    @Serves(.ticketLink)
    func link(_ request: TicketID) throws -> TicketLink { throw RouteError.notFound("no tickets") }
}
