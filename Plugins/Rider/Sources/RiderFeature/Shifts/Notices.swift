internal import Calendars
internal import Crypto
internal import FeatureKit
internal import NotificationsContracts
internal import Texts

// What riders hear of their shifts through Notifications; where that is off, plans go on.
extension RiderService {
    enum News: String, CaseIterable {
        case published, week, changed, removed, offered, approved, refused, kept, reminder, invited, asked
        case timeOff = "time-off"
        case noTimeOff = "no-time-off"
    }

    /// Tells a rider what became of a shift.
    func tell(
        _ person: String?, _ news: News, _ shift: Stored<Shift>, of franchise: Franchise, count: Int = 1,
        _ tx: StoreTransaction
    ) throws {
        let starts = shift.document.startAt
        guard let person, person.count <= 256, clock.now < starts else { return }
        var values = [
            "place": franchise.name, "date": shift.document.date,
            "time": "\(try zone(of: franchise).time(at: starts))",
        ]
        if news == .week { values["count"] = "\(count)" }
        // A reminder stays the same however often the shift changes; anything else is sent for each change.
        let number = news == .reminder ? starts.nanoseconds : shift.version
        try send(news, to: Recipient(person: person), about: shift.id, number, values, until: starts, tx)
    }

    /// Tells the managers of a franchise that somebody asks for something about a day.
    func tellManagers(
        about stored: Stored<some OfFranchise>, by name: String, on date: String, _ tx: StoreTransaction
    ) throws {
        let id = stored.document.franchise
        guard let place = try tx.get(franchises, id)?.document else { return }
        let managers: [StoreCondition] = [.equals("franchise", id), .equals("role", FranchiseMember.Role.manager)]
        for manager in try tx.all(members, where: managers) {
            try send(
                .asked, to: Recipient(person: manager.document.person), about: stored.id, stored.version,
                ["place": place.name, "name": name, "date": date], tx)
        }
    }

    /// Sends one notification about something, `number` of which tells it from those before.
    func send(
        _ news: News, to recipient: Recipient, about key: String, _ number: Int64, _ values: [String: String],
        until: Timestamp? = nil, _ tx: StoreTransaction
    ) throws {
        let until = until ?? clock.now.advanced(by: .hours(24 * 7))
        let parameters = values.mapValues { TextParameter.text($0) }
        var said: [String: NotificationText] = [:]
        for language in texts.languages {
            said[language] = NotificationText(
                title: try texts.text("\(news.rawValue).title", in: language),
                body: try texts.text("\(news.rawValue).body", in: language, parameters))
        }
        // Ids are short: whom it tells, and of whom, are a part of it as a digest.
        let about = Hash.sha256(Array("\(recipient.person ?? "") \(values["name"] ?? "")".utf8)).prefix(8)
        let isInfo = [.published, .week, .offered, .timeOff].contains(news)
        let notice = Notification(
            id: "rider.\(key).\(number).\(news.rawValue).\(Hex.text(about))", to: recipient,
            kind: news == .invited ? "rider.invitation" : "rider.shift", level: isInfo ? .info : .important,
            texts: said, collapseKey: key, until: until)
        do throws(StoreError) {
            try tx.send(
                notice, to: .notificationsSend, id: notice.id, key: key, person: recipient.person, until: until)
        } catch {
            guard error.code == .full else { throw error }
            log.warning("too many notifications wait, so one is dropped")
        }
    }
}
