/// How often a state is published: changes at once unless there are too many, refreshes seldom; pure.
public struct Pace: Equatable {
    /// What a new state is to people.
    public enum News: Int, Comparable, Sendable {
        /// All is as it was, but for how long or how warm.
        case refresh
        case change
        /// It is published however many there are.
        case urgent

        /// Whether the first one may wait for longer.
        public static func < (left: News, right: News) -> Bool { left.rawValue < right.rawValue }
    }

    /// Between two refreshes.
    public static let refresh = Duration.seconds(1)
    /// So many changes are published at once, and then one for each pause.
    public static let burst = 20
    /// The pause between changes after a burst.
    public static let pause = Duration.milliseconds(100)

    private var room = Pace.burst
    private var since: Duration
    private var last: Duration?
    /// When what waits is due.
    public private(set) var due: Duration?

    /// Begins with room for a burst.
    public init(at uptime: Duration) { since = uptime }

    /// Whether news are published now; otherwise they are due later.
    public mutating func takes(_ news: News, at uptime: Duration) -> Bool {
        while room < Self.burst, since + Self.pause <= uptime {
            room += 1
            since += Self.pause
        }
        if room == Self.burst { since = uptime }
        let isNow =
            switch news {
            case .urgent: true
            case .change: room > 0
            case .refresh: last.map { $0 + Self.refresh <= uptime } ?? true
            }
        guard isNow else {
            let then = news == .change ? since + Self.pause : (last ?? uptime) + Self.refresh
            due = min(due ?? then, then)
            return false
        }
        if news != .refresh { room = max(0, room - 1) }
        (last, due) = (uptime, nil)
        return true
    }
}
