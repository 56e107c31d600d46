internal import FeatureKit
internal import NotificationsContracts

/// How far an announcement has come.
@Record struct AnnouncementProgress: Equatable {
    /// The announcement.
    var announcement: Announcement
    /// How many people and devices it came to as it is now.
    var reached: Int
    /// How many of them have confirmed it.
    var confirmed: Int
}

/// The announcements that hold now.
@Record struct AnnouncementList: Equatable {
    /// Each one, the oldest first.
    @Count(0...Streams.mostHeld) var items: [AnnouncementProgress]
}

/// Somebody whom an announcement came to.
@Record struct Listener: Equatable {
    /// The key of the person, or of a guest's device.
    @Text(1...256) var key: String
    /// Whether it was confirmed.
    var isConfirmed: Bool
}

@Routes("notifications", as: "announcementRoutes") extension NotificationService {
    /// Confirms an announcement: the caller has understood it.
    /// - Parameter announcement: Which one.
    @Post("/announcements/{announcement}/confirm", .everyone)
    func confirm(@Text(1...128) announcement: String, _ call: Call) async throws -> Done {
        guard let key = call.caller.key else { throw NotificationRefusal.noKey }
        guard let held = streams[announcement] else { throw NotificationRefusal.noAnnouncement }
        let confirmation = Confirmation(announcement: held.confirmationKey, person: key, at: clock.now)
        try await store.transaction { tx in
            let conditions: [StoreCondition] = [.equals("announcement", held.confirmationKey), .equals("person", key)]
            guard try tx.first(confirmations, where: conditions) == nil else { return }
            try tx.insert(confirmations, confirmation)
        }
        streams.confirmed(held, by: key)
        return Done()
    }

    /// Shows staff the announcements that hold now, and how far each has come.
    @Get("/staff/announcements", .role("staff"))
    func announcements() -> AnnouncementList {
        AnnouncementList(
            items: streams.held.map {
                AnnouncementProgress(
                    announcement: $0.heard(by: nil, in: nil), reached: $0.reached.count, confirmed: $0.confirmed.count)
            })
    }

    /// Shows staff whom an announcement came to as it is now.
    /// - Parameter announcement: Which one.
    /// - Parameter isConfirmed: Only those who have confirmed it, or only those who have not.
    /// - Parameter limit: How many.
    /// - Parameter after: The cursor of the page before.
    @Get("/staff/announcements/{announcement}/listeners", .role("staff"))
    func listeners(
        @Text(1...128) announcement: String, isConfirmed: Bool?, @In(1...1_000) limit: Int = 100, after: PageCursor?
    ) throws -> Page<Listener> {
        guard let held = streams[announcement] else { throw NotificationRefusal.noAnnouncement }
        let all = held.reached.union(held.confirmed).map { Listener(key: $0, isConfirmed: held.confirmed.contains($0)) }
            .filter { isConfirmed == nil || $0.isConfirmed == isConfirmed }
        return Page(of: all, by: { $0.key }, PageRequest(limit: limit, after: after))
    }

    /// Announces what the track says until the module is asked to stop.
    func followTrack(_ notices: Messages<TrackNotice>) async {
        for await notice in notices {
            let announcement = HeldAnnouncement(notice.payload, at: clock.now)
            if notice.payload.isOver { await end(announcement.id) } else { announce(announcement) }
        }
    }

    /// Announces something until it is over.
    func announce(_ announcement: HeldAnnouncement) {
        guard streams.announce(announcement) else {
            return log.warning("too much is announced at once", [("left out", announcement.id)])
        }
        setDeadline(of: announcement)
        publish(announcement)
    }

    private func publish(_ held: HeldAnnouncement, isOver: Bool = false) {
        guard held.level == .emergency else { return }
        emergencies(Emergency(id: held.id, number: held.number, zone: held.zone, texts: held.texts, isOver: isOver))
    }

    private func setDeadline(of held: HeldAnnouncement) {
        let reminder = held.level == .emergency ? clock.now.advanced(by: settings.remindEvery) : nil
        if let due = [held.until, reminder].compactMap(\.self).min() { deadlines.set(held.id, at: due) }
    }

    /// Ends an announcement; the next one of its id is another one.
    func end(_ id: String) async {
        guard let held = streams[id], streams.end(id) else { return }
        publish(held, isOver: true)
        deadlines.cancel(id)
        let prefix = HeldAnnouncement.confirmationPrefix(id)
        do { try await confirmations.deleteAll(where: [.begins("announcement", prefix)]) } catch {
            log.warning("could not delete the confirmations of what is over", [("error", "\(error)")])
        }
    }

    /// Reminds those who have not confirmed an emergency, and ends what is not worth hearing any more, until the module is
    /// asked to stop.
    func followDeadlines() async {
        for await id in deadlines {
            guard let held = streams[id] else { continue }
            if let until = held.until, until <= clock.now {
                await end(id)
            } else {
                if held.level == .emergency { streams.remind(id) }
                setDeadline(of: held)
            }
        }
    }

    /// Announces again what still holds after a restart, and remembers who confirmed what.
    func announceWhatHolds() async throws {
        var confirmed: [String: Set<String>] = [:]
        for try await stored in confirmations.all() {
            confirmed[stored.document.announcement, default: []].insert(stored.document.person)
        }
        streams.remember(confirmed)
        for try await stored in notices.all(where: [.above("announcedUntil", clock.now)]) {
            announce(HeldAnnouncement(stored.document))
        }
    }
}
