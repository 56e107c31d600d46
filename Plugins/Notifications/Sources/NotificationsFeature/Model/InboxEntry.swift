internal import FeatureKit
internal import NotificationsContracts

/// A notification in a person's inbox.
@Record
@Collection(
    "inbox", .on(\.person, \.number), .on(\.person, \.isUnread), .on(\.person, \.at), .on(\.person, \.heldUntil),
    .on(\.notice), .on(\.kept), person: .deletes(\.person))
struct InboxEntry: Equatable {
    /// Whose inbox.
    @Text(1...256) let person: String
    /// Its place in that inbox; it grows with each change, so that a client can ask for what came since.
    @Public @In(1...Int64.max) var number: Int64
    /// The notification's id.
    @Text(1...128) let notice: String
    /// What it is about.
    @Public @Text(1...64) let kind: String
    /// How much it matters.
    @Public let level: NotificationRecord.Level
    /// One line.
    @Public @Text(1...200) let title: String
    /// The rest.
    @Public @Text(0...4_000) let body: String
    /// What it is written in.
    @Public @Text(2...35) let language: String
    /// When it was sent.
    @Public let at: Timestamp
    /// Until when it is worth hearing.
    @Public let until: Timestamp
    /// Until when it is kept.
    let kept: Timestamp
    /// Until when it is held back from other channels, to come in a digest.
    @Public var heldUntil: Timestamp?
    /// Whether the person has not read it.
    @Public var isUnread = true
    /// Whether it was taken back, since what it was about is over.
    @Public var isWithdrawn = false
}
