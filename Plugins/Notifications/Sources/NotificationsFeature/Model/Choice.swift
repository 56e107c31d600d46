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
    var quiet: QuietHours?

    /// The channels for a notification, in the order in which they are tried.
    func channels(for kind: String, _ level: NotificationRecord.Level, mailAsWell: Bool) -> [DeliveryChannel] {
        if level == .emergency { return [.push, .mail] }
        if let chosen = channels[kind] { return chosen.map { $0 == .push ? .push : .mail } }
        return level == .important || mailAsWell ? [.push, .mail] : [.push]
    }
}

/// Hours of each day in a zone; those that end before they begin go over midnight.
@Record struct QuietHours: Equatable {
    /// When they begin, such as 22:00.
    @Text(5...8) var from: String
    /// When they end, such as 07:30.
    @Text(5...8) var to: String
    /// The time zone, such as Europe/Madrid.
    @Text(1...64) var zone: String

    /// When somebody may be told something at a moment: then, or once these hours are over.
    ///
    /// - Throws: `ZoneProblem` where there is no such zone.
    func earliest(from now: Timestamp, in zones: Zones) throws -> Timestamp {
        guard let from = TimeOfDay(from), let to = TimeOfDay(to), from != to else { return now }
        let zone = try zones.zone(zone)
        let today = zone.day(at: now)
        for day in [today.advanced(by: -1), today] {
            let begin = zone.moment(day, from)
            let end = zone.moment(from < to ? day : day.advanced(by: 1), to)
            if begin <= now, now < end { return end }
        }
        return now
    }
}
