@_spi(Hosting) internal import FeatureKit

/// The last events of a feed, for those who come back, and what those get who come new.
struct EventMemory: Sendable {
    private static let gap = EventText("gap", Array(#"{"missed":true}"#.utf8))

    /// Tells this feed's events from those of any other one, also from those before a restart.
    private let boot: String
    private let most: Int
    private let mostBytes: Int
    /// The events up to `last`, without a hole; the first ones have no bytes any more.
    private var events: [Event] = []
    private var bytes = 0
    /// The last event of each key that is a state.
    private var current = LatestByKey<String, Event>(most: 1)
    /// The number of the last event; 0 before the first one.
    private(set) var last: UInt64 = 0
    private(set) var hasEnded = false

    /// The last event's id; nil before the first one.
    var lastID: String? { last == 0 ? nil : id(last) }

    init(boot: UInt64, most: Int = EventFeed.mostKept, mostBytes: Int = EventFeed.mostKeptBytes) {
        self.boot = String(boot, radix: 16)
        self.most = most
        self.mostBytes = mostBytes
    }

    /// Keeps an event; nil once the feed has ended.
    mutating func add(_ text: EventText, as role: EventRole) -> Event? {
        guard let event = append(text, isLast: false) else { return nil }
        switch role {
        case .event: break
        case .state(let key, let most):
            if current.most != most { current.most = most }
            current.put(event, for: key)
        case .end(let key): current.remove(key)
        }
        return event
    }

    /// Keeps the last event; nil if it was there already.
    mutating func end(with text: EventText) -> Event? {
        let event = append(text, isLast: true)
        hasEnded = true
        return event
    }

    /// What somebody gets first who heard a certain event last, or nothing yet.
    func welcome(after lastEventID: String?) -> [Event] {
        guard let lastEventID else { return newest }
        guard let known = number(of: lastEventID), known <= last, known &+ UInt64(events.count) >= last else {
            let newest = newest
            // With an id only where nothing follows, so that whoever comes back goes on from here: somebody who is cut
            // off between the two would never learn of what follows.
            return newest.isEmpty
                ? [Event(number: last, id: id(last), Self.gap)] : [Event(passing: Self.gap)] + newest
        }
        return Array(events.suffix(Int(clamping: last &- known)))
    }

    /// What there is to know for somebody who knows nothing.
    private var newest: [Event] { hasEnded ? Array(events.suffix(1)) : current.all }

    private mutating func append(_ text: EventText, isLast: Bool) -> Event? {
        guard !hasEnded else { return nil }
        last &+= 1
        let event = Event(number: last, id: id(last), text, isLast: isLast)
        events.append(event)
        bytes += event.bytes.count
        while events.count > most || bytes > mostBytes && events.count > 1 {
            bytes -= events.removeFirst().bytes.count
        }
        return event
    }

    private func id(_ number: UInt64) -> String { "\(boot)-\(number)" }

    private func number(of id: String) -> UInt64? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == boot else { return nil }
        return UInt64(parts[1])
    }
}
