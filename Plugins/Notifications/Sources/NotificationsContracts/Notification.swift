public import FeatureKit

/// What people are to hear.
@Record public struct Notification: Equatable {
    /// How much it matters.
    public enum Level: String, CaseIterable, Shaped {
        /// It may wait until the morning, must reach people today, or can't wait at all.
        case info, important, emergency
    }

    /// What tells it from every other one; sent again with the same id, it changes nothing.
    @Text(1...128) public var id: String
    /// To whom it goes.
    public var to: Recipient
    /// What it is about, such as bars.booking; people choose by it what reaches them.
    @Text(1...64) public var kind: String
    /// How much it matters.
    public var level: Level = .info
    /// What it says, by language.
    @Count(1...20) public var texts: [String: NotificationText]
    /// It replaces what the same recipient was sent with the same key.
    @Text(1...64) public var collapseKey: String?
    /// Until when it is worth hearing.
    public var until: Timestamp
    /// An account's ticket, for a mail: its link, which is asked for when the mail is written, replaces {link} in the text.
    @Text(1...64) public var ticket: String?
}

/// What a notification says in one language.
@Record public struct NotificationText: Equatable {
    /// One line.
    @Text(1...200) public var title: String
    /// The rest, which may have several lines.
    @Text(0...4_000) public var body: String = ""
}

/// To whom a notification goes: one of these.
@Record public struct Recipient: Equatable {
    /// A person, by the key of the caller.
    @Text(1...256) public var person: String?
    /// A mail address, whether it has an account or not.
    @Text(3...254) public var mail: String?
    /// The language to write to a mail address in.
    @Text(2...35) public var language: String?
    /// Everybody who has a role.
    @Text(1...32) public var role: String?
    /// Everybody in a zone of the circuit: who listens from there, or has a seat there and listens.
    @In(0...65_535) public var zone: Int?
    /// Everybody who listens, in every zone.
    public var everybody: Bool?
}

/// An example of what a module sends about a kind, so that staff can look at it before anybody is sent one.
@Record @Topic("notifications.samples", retain: .latest(per: "kind", most: 1_000))
public struct NotificationSample: Equatable {
    /// What it is about.
    @Text(1...64) public var kind: String
    /// How much it matters.
    public var level: Notification.Level
    /// What it says, by language, with examples of what differs each time.
    @Count(1...20) public var texts: [String: NotificationText]
}

/// An emergency that holds, or is over, for modules that speak to people.
@Record @Topic("notifications.emergencies", retain: .latest(per: "id", until: "isOver", most: 100))
public struct Emergency: Equatable {
    /// What it is replaced by.
    @Text(1...128) public var id: String
    /// It grows with each change.
    @In(0...9_007_199_254_740_991) public var number: Int
    /// Whose zone it is about; absent for everybody.
    @In(0...65_535) public var zone: Int?
    /// What it says, by language.
    @Count(1...20) public var texts: [String: NotificationText]
    /// Whether it is over.
    public var isOver: Bool
}

/// Takes a notification back, since what it was about is over.
@Record public struct Withdrawal: Equatable {
    /// The notification's id.
    @Text(1...128) public var id: String
}

extension Route where Request == Notification, Reply == Done {
    /// Takes a notification; once it is taken, it reaches its recipients though the host crashes.
    public static var notificationsSend: Self {
        .init(forModules: "notifications.send", summary: "Takes a notification to bring to its recipients.")
    }
}

extension Route where Request == Withdrawal, Reply == Done {
    /// Takes a notification back, wherever it can still be.
    public static var notificationsWithdraw: Self {
        .init(forModules: "notifications.withdraw", summary: "Takes a notification back.")
    }
}
