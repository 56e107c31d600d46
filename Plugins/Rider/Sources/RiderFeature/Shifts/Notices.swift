internal import Calendars
internal import FeatureKit
internal import NotificationsContracts
internal import Texts

// What riders hear of their shifts through Notifications; where that is off, plans go on.
extension RiderService {
    enum News: String { case published, changed, removed, offered, approved }

    /// Tells a rider what became of a shift.
    func tell(
        _ person: String?, _ news: News, _ shift: Stored<Shift>, of franchise: Franchise, _ tx: StoreTransaction
    ) throws {
        guard let person, person.count <= 256, clock.now < shift.document.startAt else { return }
        let zone = try zone(of: franchise)
        let known: [String: TextParameter] = [
            "place": .text(franchise.name), "date": .text(shift.document.date),
            "time": .text("\(zone.time(at: shift.document.startAt))"),
        ]
        var said: [String: NotificationText] = [:]
        for language in texts.languages {
            said[language] = NotificationText(
                title: try texts.text("\(news.rawValue).title", in: language),
                body: try texts.text("\(news.rawValue).body", in: language, known))
        }
        let notice = Notification(
            id: "rider.\(shift.id).\(shift.version).\(news.rawValue)", to: Recipient(person: person),
            kind: "rider.shift",
            level: news == .published ? .info : .important, texts: said, collapseKey: "\(shift.id).\(person)",
            until: shift.document.startAt)
        do throws(StoreError) {
            try tx.send(
                notice, to: .notificationsSend, id: notice.id, key: shift.id, person: person,
                until: shift.document.startAt)
        } catch {
            guard error.code == .full else { throw error }
            log.warning("too many notifications wait, so one is dropped")
        }
    }
}
