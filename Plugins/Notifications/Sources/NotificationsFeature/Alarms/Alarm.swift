internal import FeatureKit
internal import NotificationsContracts

/// What the track tells everybody, as far as it is read here; the track keeps it until it is over.
@Record struct TrackNotice: Equatable {
    enum Level: String, CaseIterable, Shaped { case info, warning, urgent, emergency }

    /// What is replaced by the next one with the same id.
    @Text(1...64) let id: String
    /// Whether it is over.
    let isOver: Bool
    /// Whose zone it is about; absent for everybody.
    @In(0...65_535) let zone: Int?
    /// How much it matters.
    let level: Level
    /// One line.
    @Text(1...100) let title: String
    /// The rest.
    @Text(0...1_000) let body: String
    /// Which status it comes of; it grows with each notice, also after a restart.
    @In(0...9_007_199_254_740_991) let revision: Int
}

extension Topic where Payload == TrackNotice {
    static var trackNotices: Self { .init("track.notifications") }
}

/// What everybody here is told at once; it is not kept in inboxes.
@Record struct Alarm: Equatable {
    /// What it is replaced and confirmed by.
    @Text(1...64) let id: String
    /// Grows with each alarm and each change of one, also after a restart.
    @In(0...9_007_199_254_740_991) let number: Int
    /// Whose zone it is about; absent for everybody.
    @In(0...65_535) let zone: Int?
    /// How much it matters.
    let level: NotificationRecord.Level
    /// One line.
    @Text(1...200) let title: String
    /// The rest.
    @Text(0...4_000) let body: String
    /// When it was told first, or changed.
    let at: Timestamp
    /// Whether it is over.
    var isOver = false
}

extension Alarm {
    /// In which order alarms are told; several may come of one status of the track.
    static func isOlder(_ one: Alarm, _ other: Alarm) -> Bool { (one.number, one.id) < (other.number, other.id) }

    init(_ notice: TrackNotice, at now: Timestamp) {
        let level: NotificationRecord.Level =
            switch notice.level {
            case .info, .warning: .info
            case .urgent: .important
            case .emergency: .emergency
            }
        self.init(
            id: "track.\(notice.id)", number: notice.revision, zone: notice.zone, level: level, title: notice.title,
            body: notice.body, at: now, isOver: notice.isOver)
    }

    /// What confirmations of it as it is now are kept under.
    var confirmed: String { "\(id) \(number)" }

    /// Whether somebody in a zone is meant; somebody who names none gets all.
    func concerns(_ zone: Int?) -> Bool { zone == nil || self.zone == nil || zone == self.zone }
}

/// That a person has confirmed an alarm.
@Record @Collection("confirmations", .on(\.alarm), .unique(\.alarm, \.person), person: .deletes(\.person))
struct Confirmation: Equatable {
    /// The alarm's id and number: what has changed since is to be confirmed again.
    @Text(1...128) let alarm: String
    /// Who confirmed.
    @Text(1...256) let person: String
    /// When.
    let at: Timestamp
}
