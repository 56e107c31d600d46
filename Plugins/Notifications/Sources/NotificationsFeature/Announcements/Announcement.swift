internal import FeatureKit
internal import NotificationsContracts

/// What the track tells everybody, as far as it is read here; the track keeps it until it is over.
@Record struct TrackNotice: Equatable {
    enum Level: String, CaseIterable, Shaped { case info, warning, urgent, emergency }
    enum Language: String, CaseIterable, Shaped { case es, en, ca }

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
    /// What it is written in.
    let language: Language
    /// Which status it comes of; it grows with each notice, also after a restart.
    @In(0...9_007_199_254_740_991) let revision: Int
}

extension Topic where Payload == TrackNotice {
    static var trackNotices: Self { .init("track.notifications") }
}

/// What everybody here, or in a zone, is told at once, as one of them hears it.
@Record struct Announcement: Equatable {
    /// What it is replaced and confirmed by.
    @Text(1...128) let id: String
    /// It grows with each change, which is to be confirmed again.
    @In(0...9_007_199_254_740_991) let number: Int
    /// What it is about.
    @Text(1...64) let kind: String
    /// Whose zone it is about; absent for everybody.
    @In(0...65_535) let zone: Int?
    /// How much it matters.
    let level: NotificationRecord.Level
    /// One line.
    @Text(1...200) let title: String
    /// The rest.
    @Text(0...4_000) let body: String
    /// What it is written in.
    @Text(2...35) let language: String
    /// When it was announced, or changed.
    let at: Timestamp
    /// Whether the listener has confirmed it.
    var isConfirmed = false
    /// Whether it is over.
    var isOver = false
}

/// An announcement that holds now, with who has heard it.
struct HeldAnnouncement: Sendable {
    let id: String
    let number: Int
    let kind: String
    let zone: Int?
    let level: NotificationRecord.Level
    let texts: [String: NotificationText]
    let at: Timestamp
    /// When it is over by itself.
    let until: Timestamp?
    /// The keys of those whom it came to as it is now, and of those who have confirmed that.
    var (reached, confirmed): (Set<String>, Set<String>) = ([], [])

    init(_ notice: TrackNotice, at now: Timestamp) {
        (id, number, kind, zone) = ("track.\(notice.id)", notice.revision, "track.notice", notice.zone)
        level =
            switch notice.level {
            case .info, .warning: .info
            case .urgent: .important
            case .emergency: .emergency
            }
        texts = [notice.language.rawValue: NotificationText(title: notice.title, body: notice.body)]
        (at, until) = (now, nil)
    }

    init(_ notice: Notice) {
        let notification = notice.notification
        (id, number, kind, zone) = (notification.id, 1, notification.kind, notification.to.zone)
        (level, texts, at, until) = (notification.level, notification.texts, notice.at, notification.until)
    }

    /// What confirmations of it as it is now are kept under.
    var confirmationKey: String { "\(Self.confirmationPrefix(id))\(number)" }

    /// What the keys of an announcement's confirmations begin with, and those of no other one.
    static func confirmationPrefix(_ id: String) -> String { "\(id.utf8.count) \(id) " }

    /// Whether somebody in a zone is meant; somebody who names none gets all.
    func concerns(_ zone: Int?) -> Bool { zone == nil || self.zone == nil || zone == self.zone }

    /// In which order what holds is told to somebody who comes; several may come of one status of the track.
    static func isOlder(_ one: HeldAnnouncement, _ other: HeldAnnouncement) -> Bool {
        (one.at, one.number, one.id) < (other.at, other.number, other.id)
    }

    /// As somebody hears it.
    func heard(by key: String?, in language: String?, isOver: Bool = false) -> Announcement {
        let (language, text) = texts.text(in: language)
        return Announcement(
            id: id, number: number, kind: kind, zone: zone, level: level, title: text.title, body: text.body,
            language: language, at: at, isConfirmed: key.map(confirmed.contains) ?? false, isOver: isOver)
    }
}

/// That somebody has confirmed an announcement.
@Record @Collection("confirmations", .unique(\.announcement, \.person), .on(\.at), person: .deletes(\.person))
struct Confirmation: Equatable {
    /// The announcement's id and number: what has changed since is to be confirmed again.
    @Text(1...160) let announcement: String
    /// Who confirmed.
    @Text(1...256) let person: String
    /// When.
    let at: Timestamp
}
