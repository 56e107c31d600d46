internal import FeatureKit
internal import NotificationsContracts

@Routes("notifications", as: "sendingRoutes") extension NotificationService {
    @Serves(.notificationsSend)
    func send(_ request: NotificationRecord) async throws -> Done {
        let to = request.to
        guard to.count == 1 else { throw NotificationRefusal.recipient }
        guard request.texts.keys.allSatisfy({ 2...35 ~= $0.count }) else { throw NotificationRefusal.language }
        let now = clock.now
        guard now < request.until, try await notices.get(request.id) == nil else { return Done() }
        let people = try await people(of: to)
        var plans: [Plan] = []
        for person in people { plans.append(try await plan(request, for: person, at: now)) }
        var notice = Notice(
            notification: request, person: to.person, collapse: request.collapse, at: now,
            kept: now.advanced(by: settings.keep))
        if to.isAnnounced { notice.announcedUntil = request.until }
        let taken = try await store.transaction { [plans, notice] tx -> (shown: [Stored<InboxEntry>], over: String?)? in
            guard try tx.get(notices, request.id) == nil else { return nil }
            var (shown, over): ([Stored<InboxEntry>], String?) = ([], nil)
            if let collapse = notice.collapse {
                let previous = try tx.first(
                    notices, where: [.equals("collapse", collapse)], order: .descending(by: "at"))
                if let previous, !previous.document.isWithdrawn {
                    over = previous.id
                    shown += try withdraw(previous, tx)
                }
            }
            try tx.insert(notices, notice, id: request.id)
            for plan in plans { shown.append(try keep(plan, of: notice, tx)) }
            if let mail = to.mail {
                let job = ChannelJob(notice: request.id, kind: request.kind, channels: [.mail])
                let queue = ChannelJob.queue(for: request.level)
                _ = try tx.enqueue(job, in: queue, id: request.id, key: mail, until: request.until)
            }
            try enqueueForWebhooks(notice, isWithdrawal: false, tx)
            return (shown, over)
        }
        guard let taken else { return Done() }
        streams.show(taken.shown)
        if let over = taken.over { await end(over) }
        if to.isAnnounced {
            announce(HeldAnnouncement(notice))
            // It may have been withdrawn before it was announced.
            if try await notices.get(request.id)?.document.isWithdrawn != false { await end(request.id) }
        }
        return Done()
    }

    @Serves(.notificationsWithdraw)
    func withdraw(_ request: Withdrawal) async throws -> Done {
        let shown = try await store.transaction { tx -> [Stored<InboxEntry>] in
            guard let notice = try tx.get(notices, request.id), !notice.document.isWithdrawn else { return [] }
            return try withdraw(notice, tx)
        }
        streams.show(shown)
        await end(request.id)
        return Done()
    }

    /// How one person is told.
    private struct Plan {
        let person: String
        let language: String?
        let channels: [DeliveryChannel]
        /// Until when it waits for a digest.
        let heldUntil: Timestamp?
    }

    private func people(of to: Recipient) async throws -> [(key: String, language: String?)] {
        if let person = to.person {
            // A person without an account here still has an inbox.
            return [(person, (try? await contact(of: person))?.language)]
        }
        guard let role = to.role else { return [] }
        let holders = try await bus.request(.roleHolders, RoleQuery(role: role), within: .seconds(5))
        return holders.items.map { ($0.key, $0.language) }
    }

    private func plan(
        _ notification: NotificationRecord, for person: (key: String, language: String?), at now: Timestamp
    ) async throws -> Plan {
        let choice = try await choice(of: person.key)
        let channels = choice.channels(
            for: notification.kind, notification.level, mailAsWell: try mailAsWell(for: person.key))
        return Plan(
            person: person.key, language: choice.language ?? person.language, channels: channels,
            heldUntil: channels.isEmpty
                ? nil : try await heldUntil(notification.level, choice, of: person.key, at: now))
    }

    func mailAsWell(for person: String) throws -> Bool {
        try flags.value(of: Notifications.mailAsWell, for: Caller(key: person, origin: .system))
    }

    private func keep(_ plan: Plan, of notice: Notice, _ tx: StoreTransaction) throws -> Stored<InboxEntry> {
        let notification = notice.notification
        let (language, text) = notification.texts.text(in: plan.language)
        let entry = InboxEntry(
            person: plan.person, number: try nextNumber(of: plan.person, tx), notice: notification.id,
            kind: notification.kind, level: notification.level, title: text.title, body: text.body, language: language,
            at: notice.at, until: notification.until, kept: notice.kept, heldUntil: plan.heldUntil)
        if let heldUntil = plan.heldUntil {
            _ = try tx.enqueue(
                DigestJob(person: plan.person, heldUntil: heldUntil), in: DigestJob.queue,
                id: "\(plan.person) \(heldUntil)", key: plan.person, person: plan.person, due: heldUntil,
                until: heldUntil.advanced(by: .seconds(86_400)))
        } else if !plan.channels.isEmpty {
            let job = ChannelJob(
                notice: notification.id, kind: notification.kind, person: plan.person, channels: plan.channels)
            _ = try tx.enqueue(
                job, in: ChannelJob.queue(for: notification.level), id: "\(notification.id) \(plan.person)",
                key: plan.person, person: plan.person, until: notification.until)
        }
        return try tx.insert(inbox, entry)
    }

    func nextNumber(of person: String, _ tx: StoreTransaction) throws -> Int64 {
        let last = try tx.first(inbox, where: [.equals("person", person)], order: .descending(by: "number"))
        return (last?.document.number ?? 0) + 1
    }

    /// Takes a notification back: from inboxes, from what waits to be sent, and from browsers that show it.
    private func withdraw(_ notice: Stored<Notice>, _ tx: StoreTransaction) throws -> [Stored<InboxEntry>] {
        try tx.update(notices, notice.id) { ($0.isWithdrawn, $0.announcedUntil) = (true, nil) }
        try enqueueForWebhooks(notice.document, isWithdrawal: true, tx)
        return try tx.all(inbox, where: [.equals("notice", notice.id)]).map { entry in
            let person = entry.document.person
            let job = ChannelJob(
                notice: notice.id, kind: entry.document.kind, person: person, channels: [.push], isWithdrawal: true)
            _ = try tx.enqueue(
                job, in: ChannelJob.queue, id: "\(notice.id) withdrawn \(person)", key: person, person: person,
                until: clock.now.advanced(by: .seconds(3_600)))
            let number = try nextNumber(of: person, tx)
            return try tx.update(inbox, entry.id) { ($0.isWithdrawn, $0.isUnread, $0.number) = (true, false, number) }
        }
    }
}
