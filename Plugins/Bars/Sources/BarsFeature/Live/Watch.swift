internal import FeatureKit

/// Who looks at which bar, what was told of its day last, and of which bars something else may have to be told.
///
/// It decides and touches nothing; whoever holds it finds out what is due, and hands out what it says.
struct Watch<Look: Sendable>: Sendable {
    private struct Watcher: Sendable {
        let look: Look
        var hasSeen = false
    }

    /// What is known of one bar while somebody looks at it, or something of its day is published.
    private struct Seen: Sendable {
        var watchers: [Int: Watcher] = [:]
        var last: OccupancyShown?
        var published: [String: Occupancy] = [:]
    }

    /// What is to be found out.
    enum Due: Equatable, Sendable {
        /// Which bars have anything to tell, now that a day has begun somewhere.
        case day
        case bar(String)
    }

    /// What is to be done.
    struct News: Sendable {
        var looks: [Look] = []
        var published: [Occupancy] = []
    }

    private var bars: [String: Seen] = [:]
    private var changed: Set<String> = []
    private var hasNewDay = false
    /// What is being found out, and the last ticket that was given before.
    private var current: (due: Due, ticket: Int)?
    private var lastTicket = 0

    /// Of how many bars anything is remembered.
    var count: Int { bars.count }

    // MARK: - Who looks

    /// Begins to look at a bar.
    ///
    /// - Returns: What to end it with, and what there is to see; nothing where that has to be found out.
    mutating func begin(_ look: Look, at bar: String) -> (ticket: Int, shown: OccupancyShown?) {
        lastTicket += 1
        let isKnown = !changed.contains(bar) && current?.due != .bar(bar)
        let known = isKnown ? bars[bar]?.last : nil
        bars[bar, default: Seen()].watchers[lastTicket] = Watcher(look: look, hasSeen: known != nil)
        if known == nil { changed.insert(bar) }
        return (lastTicket, known)
    }

    mutating func end(_ ticket: Int, at bar: String) {
        bars[bar]?.watchers[ticket] = nil
        forgetIfIdle(bar)
    }

    /// Everybody who looks, for the last time.
    mutating func close() -> [Look] {
        defer { bars = [:] }
        return bars.values.flatMap { $0.watchers.values.map(\.look) }
    }

    private mutating func forgetIfIdle(_ bar: String) {
        if let seen = bars[bar], seen.watchers.isEmpty, seen.published.isEmpty { bars[bar] = nil }
    }

    // MARK: - What changes

    mutating func change(_ names: some Sequence<String>) { changed.formUnion(names) }

    /// A day has begun somewhere: what was told of the one before may be over.
    mutating func beginDay() {
        hasNewDay = true
        changed.formUnion(bars.keys)
    }

    /// What to find out next; it has to be told or put off before this is asked again.
    mutating func next() -> Due? {
        let due: Due? = hasNewDay ? .day : changed.popFirst().map(Due.bar)
        hasNewDay = false
        current = due.map { ($0, lastTicket) }
        return due
    }

    /// What was to be found out could not be.
    mutating func putOff() {
        switch current?.due {
        case .day: hasNewDay = true
        case .bar(let bar): changed.insert(bar)
        case nil: break
        }
        current = nil
    }

    /// It is known now which bars have anything to tell of their day.
    mutating func tellDay(of names: some Sequence<String>) {
        current = nil
        change(names)
    }

    /// Takes a bar as it is now; that is later than all that was taken before.
    ///
    /// - Parameter sat: The shifts that anybody booked.
    /// - Returns: Who is to see it, and what of it is to be published.
    mutating func tell(_ shown: OccupancyShown, sat: Set<String>) -> News {
        var seen = bars[shown.bar] ?? Seen()
        var news = News()
        let isNew = seen.last != shown
        // Who came while it was being found out may know better already, and is told next.
        for (ticket, watcher) in seen.watchers where ticket <= current?.ticket ?? 0 && (isNew || !watcher.hasSeen) {
            news.looks.append(watcher.look)
            seen.watchers[ticket]?.hasSeen = true
        }
        for shift in shown.shifts where sat.contains(shift.shift) || seen.published[shift.shift] != nil {
            let isSat = sat.contains(shift.shift)
            if seen.published[shift.shift] != shift { news.published.append(isSat ? shift : shift.last) }
            seen.published[shift.shift] = isSat ? shift : nil
        }
        seen.last = shown
        bars[shown.bar] = seen
        current = nil
        forgetIfIdle(shown.bar)
        return news
    }

    /// There is no such bar, or not any more.
    ///
    /// - Returns: Whose looking ends, and what is to be published for the last time.
    mutating func tellGone(_ bar: String) -> News {
        current = nil
        guard let seen = bars.removeValue(forKey: bar) else { return News() }
        return News(
            looks: seen.watchers.values.map(\.look),
            published: seen.published.values.map(\.gone).sorted { $0.shift < $1.shift })
    }
}
