internal import FeatureKit
internal import NotificationsContracts

/// What came of bringing a notification to somebody by a channel.
@Record @Collection("deliveries", .on(\.notice), .on(\.at), person: .deletes(\.person))
struct Delivery: Equatable {
    enum Outcome: String, CaseIterable, Shaped { case delivered, held, refused, gone, expired, withdrawn }

    /// The notification's id.
    @Public @Text(1...128) let notice: String
    /// To whom.
    @Public @Text(1...256) let person: String?
    /// What it was about.
    @Public @Text(1...64) let kind: String
    /// Which channel; absent where none was left.
    @Public let channel: Channel?
    /// What came of it.
    @Public let outcome: Outcome
    /// Why, or the receipt.
    @Public @Text(0...500) let reason: String?
    /// When.
    @Public let at: Timestamp
}

/// Bringing a notification to a person, or to a mail address.
@Record struct ChannelJob: Equatable {
    static let queue = JobQueue<ChannelJob>("channels")

    /// The notification's id.
    @Text(1...128) let notice: String
    /// The person.
    @Text(1...256) var person: String?
    /// The channels that are left, in the order in which they are tried.
    @Count(0...8) let channels: [Channel]
    /// Whether it is taken back where it is shown.
    var isWithdrawal = false
}
