/// How often something is told: changes at once, unless there are too many of them, and mere refreshes seldom.
struct Pace: Equatable {
    /// Between two of which the second only says that all is as it was.
    static let refresh = Duration.seconds(1)
    /// So many changes are told at once, and then one for each `pause`.
    static let burst = 20
    static let pause = Duration.milliseconds(100)

    /// How many changes may be told at once.
    private var room = Pace.burst
    private var since: Duration
    private var last: Duration?
    /// When what waits is due.
    private(set) var due: Duration?

    init(at uptime: Duration) { since = uptime }

    enum News: Int, Comparable {
        case refresh, change
        /// It is told, however many there are.
        case urgent

        static func < (left: News, right: News) -> Bool { left.rawValue < right.rawValue }
    }

    /// Whether something is told now; otherwise it is due later.
    mutating func takes(_ news: News, at uptime: Duration) -> Bool {
        while room < Self.burst, since + Self.pause <= uptime {
            room += 1
            since += Self.pause
        }
        // Nothing is saved up beyond that.
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
