internal import FeatureKit
internal import NotificationsContracts

/// A notification that was taken, under its sender's id.
@Record
@Collection("notices", .on(\.collapse, \.at), .on(\.kept), .on(\.announcedUntil), person: .deletes(\.person))
struct Notice: Equatable {
    /// What was sent.
    let notification: NotificationRecord
    /// Whose it is, where it goes to one person.
    @Text(1...256) let person: String?
    /// The recipient and the collapse key, where it has one.
    @Text(1...700) let collapse: String?
    /// When it was taken.
    let at: Timestamp
    /// Until when it is kept.
    let kept: Timestamp
    /// Until when it is announced, where it goes to everybody here or to a zone.
    var announcedUntil: Timestamp?
    /// Whether it was taken back.
    var isWithdrawn = false
}

/// A notification without what is asked of Accounts again when a mail is written.
typealias NotificationRecord = NotificationsContracts.Notification

extension NotificationRecord {
    /// The text in a language, or in what comes nearest to it.
    func text(in language: String?) -> NotificationText { texts.text(in: language).text }

    /// What is replaced by the next one with the same value.
    var collapse: String? { collapseKey.map { "\(to.words) \(kind) \($0)" } }
}

extension [String: NotificationText] {
    /// The text in a language, or in what comes nearest to it.
    func text(in wanted: String?) -> (language: String, text: NotificationText) {
        let wanted = wanted ?? ""
        let near = [wanted, String(wanted.prefix { $0 != "-" }), "es", "en"].first { self[$0] != nil }
        let language = near ?? keys.min() ?? "es"
        return (language, self[language] ?? NotificationText(title: "?"))
    }
}

extension Recipient {
    /// Whether it is announced, and lies in no inbox.
    var isAnnounced: Bool { zone != nil || everybody == true }

    /// How many recipients it names.
    var count: Int {
        [person, mail, role].count { $0 != nil } + (zone == nil ? 0 : 1) + (everybody == true ? 1 : 0)
    }

    /// The recipient in one word.
    fileprivate var words: String { person ?? mail ?? role ?? zone.map { "zone \($0)" } ?? "everybody" }
}
