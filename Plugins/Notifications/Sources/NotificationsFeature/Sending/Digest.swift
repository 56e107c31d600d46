internal import Calendars
internal import FeatureKit
internal import NotificationsContracts

/// Telling a person together what was held back until then: in quiet hours, or since too much came at once.
@Record struct DigestJob: Equatable {
    static let queue = JobQueue<DigestJob>("digests")

    /// The person.
    @Text(1...256) let person: String
    /// Until when it was held back.
    let heldUntil: Timestamp
}

/// How much reaches a person beside the inbox before the rest waits for a digest.
@Record struct PersonLimit: Equatable {
    /// How many notifications.
    @In(1...1_000) var most = 20
    /// In how long.
    @In(.seconds(60) ... .seconds(86_400)) var within: Duration = .seconds(3_600)
}

extension NotificationService {
    /// Until when a notification to a person is held back; nil where it is not.
    func heldUntil(
        _ level: NotificationRecord.Level, _ choice: Choice, of person: String, at now: Timestamp
    ) async throws -> Timestamp? {
        guard level != .emergency else { return nil }
        if let end = choice.quiet?.end(at: now, in: zones) { return end }
        let (limit, mine) = (settings.limit, StoreCondition.equals("person", person))
        let recent = try await inbox.count(where: [mine, .above("at", now.advanced(by: .zero - limit.within))])
        guard recent >= limit.most else { return nil }
        // What is held back already and this come together.
        let held = try await inbox.first(where: [mine, .above("heldUntil", now)], order: .by("heldUntil"))
        let due = held?.document.heldUntil ?? now.advanced(by: limit.within)
        return choice.quiet?.end(at: due, in: zones) ?? due
    }

    /// Brings a person what was held back and is still news: one as it is, several as one that lists them.
    func perform(_ attempt: JobAttempt<DigestJob>) async throws {
        let (person, heldUntil, now) = (attempt.job.person, attempt.job.heldUntil, clock.now)
        let choice = try await choice(of: person)
        let mailAsWell = try mailAsWell(for: person)
        try await store.transaction { tx in
            let held = try tx.query(
                inbox, where: [.equals("person", person), .equals("heldUntil", heldUntil)], limit: 1_000)
            let news = held.items.map(\.document).filter { $0.isUnread && !$0.isWithdrawn && now < $0.until }
            guard let last = news.max(by: { $0.until < $1.until }) else { return }
            let (id, kind) =
                news.count > 1 ? ("digest \(attempt.id)", "notifications.digest") : (last.notice, last.kind)
            let level: NotificationRecord.Level = news.contains { $0.level == .important } ? .important : .info
            if news.count > 1 {
                let record = NotificationRecord(
                    id: id, to: Recipient(person: person), kind: kind, level: level, texts: Self.digest(of: news),
                    until: last.until)
                try tx.put(notices, Notice(notification: record, person: person, at: now, kept: last.kept), id: id)
            }
            let channels = choice.channels(for: kind, level, mailAsWell: mailAsWell)
            _ = try tx.enqueue(
                ChannelJob(notice: id, kind: kind, person: person, channels: channels), in: ChannelJob.queue,
                id: "\(id) \(person)", key: person, person: person, until: last.until)
        }
    }

    /// One text that lists others.
    private static func digest(of news: [InboxEntry]) -> [String: NotificationText] {
        let shown = news.prefix(20).map { "• \($0.title)" }
        let rest = news.count - shown.count
        func text(_ title: String, _ more: String) -> NotificationText {
            NotificationText(title: title, body: (shown + (rest > 0 ? [more] : [])).joined(separator: "\n"))
        }
        return [
            "es": text("\(news.count) avisos para ti", "… y \(rest) más"),
            "en": text("\(news.count) notifications for you", "… and \(rest) more"),
        ]
    }
}
