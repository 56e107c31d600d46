@_spi(Hosting) internal import FeatureKit

/// The last events of a feed, for clients that reconnect, and the state that new clients get.
struct EventMemory: Sendable {
    private static let gap = EventText("gap", Array(#"{"missed":true}"#.utf8))

    /// Distinguishes this feed's event ids from those of other feeds and of earlier processes.
    private let boot: String
    private let most: Int
    private let mostBytes: Int
    /// The newest events, up to `last` without a gap.
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

    /// The first events for a client, given the id of the last event it got, if any.
    func welcome(after lastEventID: String?) -> [Event] {
        guard let lastEventID else { return newest }
        guard let known = number(of: lastEventID), known <= last, known &+ UInt64(events.count) >= last else {
            let newest = newest
            // The gap event has an id only if no event follows it, so that a client that reconnects goes on from here.
            // With an id before further events, a client cut off in between would never get those events.
            return newest.isEmpty
                ? [Event(number: last, id: id(last), Self.gap)] : [Event(passing: Self.gap)] + newest
        }
        return Array(events.suffix(Int(clamping: last &- known)))
    }

    /// The state for a client that has got no event yet.
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
