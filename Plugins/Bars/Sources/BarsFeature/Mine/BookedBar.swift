internal import FeatureKit

/// A bar among those that somebody has booked at, by the latest booking; as a text it is where a page ended.
struct BookedBar: Comparable, CustomStringConvertible {
    /// Older bookings are not looked at.
    static let mostBookings = 1_000

    let starts: Timestamp
    let bar: String

    init(starts: Timestamp, bar: String) { (self.starts, self.bar) = (starts, bar) }

    /// Reads where a page ended; nil where it is no such text.
    init?(_ text: String) {
        guard let (starts, bar) = Moment.cut(text) else { return nil }
        self.init(starts: starts, bar: bar)
    }

    var description: String { Moment.text(starts, before: bar) }

    /// The latest booking comes first.
    static func < (one: BookedBar, other: BookedBar) -> Bool {
        one.starts == other.starts ? one.bar < other.bar : one.starts > other.starts
    }

    /// Each bar once, in order; what was cancelled or never came to be does not count.
    static func all(of bookings: [Stored<Booking>], at now: Timestamp) -> [BookedBar] {
        var latest: [String: Timestamp] = [:]
        for booking in bookings.map(\.document) {
            let state = booking.state(at: now)
            guard state.isAlive || state == .noShow else { continue }
            latest[booking.bar] = max(booking.starts, latest[booking.bar] ?? booking.starts)
        }
        return latest.map { BookedBar(starts: $0.value, bar: $0.key) }.sorted()
    }
}
