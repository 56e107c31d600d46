internal import Calendars
internal import Crypto
internal import FeatureKit
internal import NotificationsContracts
internal import Texts

// What riders hear of their shifts through Notifications; where that is off, plans go on.
extension RiderService {
    enum News: String, CaseIterable {
        case published, week, changed, removed, offered, approved, refused, reminder, invited, asked
        case timeOff = "time-off"
        case noTimeOff = "no-time-off"
    }

    /// Tells a rider what became of a shift.
    func tell(
        _ person: String?, _ news: News, _ shift: Stored<Shift>, of franchise: Franchise, count: Int = 1,
        _ tx: StoreTransaction
    ) throws {
        guard let person, person.count <= 256, clock.now < shift.document.startAt else { return }
        let zone = try zone(of: franchise)
        // A reminder stays the same however often the shift changes; anything else is sent for each change.
        let number = news == .reminder ? shift.document.startAt.nanoseconds : shift.version
        var values: [String: TextParameter] = [
            "place": .text(franchise.name), "date": .text(shift.document.date),
            "time": .text("\(zone.time(at: shift.document.startAt))"),
        ]
        if news == .week { values["count"] = .text("\(count)") }
        try send(
            "rider.\(shift.id).\(number).\(news.rawValue).\(Self.short(person))",
            to: Recipient(person: person), news, values,
            until: shift.document.startAt, collapseKey: shift.id, tx)
    }

    /// Tells the managers of a franchise that somebody asks for something.
    func tellManagers(
        of franchise: ID<Franchise>, about id: String, _ version: Int64, by name: String, on date: String,
        _ tx: StoreTransaction
    ) throws {
        guard let place = try tx.get(franchises, franchise)?.document else { return }
        let managers: [StoreCondition] = [
            .equals("franchise", franchise), .equals("role", FranchiseMember.Role.manager),
        ]
        for manager in try tx.all(members, where: managers) {
            try send(
                "rider.asked.\(id).\(version).\(manager.id).\(Self.short(name))",
                to: Recipient(person: manager.document.person), .asked,
                ["place": .text(place.name), "name": .text(name), "date": .text(date)],
                until: clock.now.advanced(by: .hours(24 * 7)), collapseKey: id, tx)
        }
    }

    /// Tells the managers that a rider asks for something about a shift.
    func tellManagers(about shift: Stored<Shift>, by name: String? = nil, _ tx: StoreTransaction) throws {
        let document = shift.document
        try tellManagers(
            of: document.franchiseId, about: shift.id, shift.version, by: name ?? document.riderName, on: document.date,
            tx)
    }

    /// Tells a rider what became of time off.
    func tell(of stored: Stored<Absence>, in franchise: Franchise, _ tx: StoreTransaction) throws {
        let absence = stored.document
        try send(
            "rider.\(stored.id).\(stored.version)", to: Recipient(person: absence.person),
            absence.state == .approved ? .timeOff : .noTimeOff,
            ["place": .text(franchise.name), "first": .text(absence.first), "last": .text(absence.last)],
            until: clock.now.advanced(by: .hours(24 * 7)), collapseKey: stored.id, tx)
    }

    /// Tells people apart in the id of a notification, which is short.
    private static func short(_ text: String) -> String { Hex.text(Hash.sha256(Array(text.utf8)).prefix(8)) }

    func send(
        _ id: String, to recipient: Recipient, _ news: News, _ values: [String: TextParameter], until: Timestamp,
        collapseKey: String, _ tx: StoreTransaction
    ) throws {
        var said: [String: NotificationText] = [:]
        for language in texts.languages {
            said[language] = NotificationText(
                title: try texts.text("\(news.rawValue).title", in: language),
                body: try texts.text("\(news.rawValue).body", in: language, values))
        }
        let isInfo = [.published, .week, .offered, .timeOff].contains(news)
        let notice = Notification(
            id: id, to: recipient, kind: news == .invited ? "rider.invitation" : "rider.shift",
            level: isInfo ? .info : .important, texts: said, collapseKey: collapseKey, until: until)
        do throws(StoreError) {
            try tx.send(
                notice, to: .notificationsSend, id: id, key: collapseKey, person: recipient.person, until: until)
        } catch {
            guard error.code == .full else { throw error }
            log.warning("too many notifications wait, so one is dropped")
        }
    }
}
