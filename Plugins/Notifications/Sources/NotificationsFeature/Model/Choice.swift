internal import Calendars
internal import FeatureKit
internal import NotificationsContracts

/// A way beside the inbox by which a notification reaches a person.
enum Channel: String, CaseIterable, Shaped { case push, mail }

/// What a person wants to be told, and how.
@Record @Collection("choices", .unique(\.person), person: .deletes(\.person))
struct StoredChoice: Equatable {
    /// Whose choice.
    @Text(1...256) let person: String
    /// What was chosen.
    var choice: Choice
}

@Record struct Choice: Equatable {
    static let mostKinds = 100

    /// The language of texts; that of the account by default.
    @Text(2...35) var language: String?
    /// Channels by kind, in the order in which they are tried, such as bars.booking: [push, mail]; none means the inbox alone.
    @Count(0...Choice.mostKinds) var channels: [String: [Channel]] = [:]
    /// Which kinds are read aloud where a device speaks; by default what is important.
    @Count(0...Choice.mostKinds) var spoken: [String: Bool] = [:]
    /// When only emergencies may make a sound.
    var quiet: DailyHours?

    /// The channels for a notification, in the order in which they are tried.
    func channels(for kind: String, _ level: NotificationRecord.Level, mailAsWell: Bool) -> [DeliveryChannel] {
        if level == .emergency { return [.push, .mail] }
        if let chosen = channels[kind] { return chosen.map { $0 == .push ? .push : .mail } }
        return level == .important || mailAsWell ? [.push, .mail] : [.push]
    }
}
