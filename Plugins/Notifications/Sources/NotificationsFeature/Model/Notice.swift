internal import FeatureKit
internal import NotificationsContracts

/// A notification that was taken, under its sender's id.
@Record @Collection("notices", .on(\.collapse, \.at), .on(\.kept), person: .deletes(\.person))
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
    /// Whether it was taken back.
    var isWithdrawn = false
}

/// A notification without what is asked of Accounts again when a mail is written.
typealias NotificationRecord = NotificationsContracts.Notification

extension NotificationRecord {
    /// The text in a language, or in what comes nearest to it.
    func text(in language: String?) -> NotificationText {
        let wanted = language ?? ""
        let short = String(wanted.prefix { $0 != "-" })
        for name in [wanted, short, "es", "en"] {
            if let text = texts[name] { return text }
        }
        return texts.min { $0.key < $1.key }?.value ?? NotificationText(title: kind)
    }

    /// What is replaced by the next one with the same value.
    var collapse: String? {
        collapseKey.map { "\(to.person ?? to.mail ?? to.role ?? "") \(kind) \($0)" }
    }
}
