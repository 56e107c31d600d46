internal import FeatureKit

/// How near senders are to those who hear them; pure, time is an argument.
struct Ranges: Sendable {
    /// How much may be kept of what nobody has told yet; beyond it the oldest is left out.
    static let mostNews = 4_096

    private let settings: BLE.Settings
    private let listeners: Set<String>
    private var hearers: [String: Hearer] = [:]
    /// The host's time that never goes back, as far as anybody said.
    private(set) var now = Duration.zero
    private var news: [Nearest] = []
    /// Until when whoever decides what is due sleeps; nil: not yet known.
    private var alarm: Duration?
    private var isRinging = false

    init(_ settings: BLE.Settings) {
        self.settings = settings
        listeners = Set(settings.captures.map(\.listener) + settings.gateways)
    }

    /// How many senders are remembered, of all listeners.
    var count: Int { hearers.values.reduce(0) { $0 + $1.count } }
    /// How many were forgotten to make room.
    var forgotten: UInt64 { hearers.values.reduce(0) { $0 + $1.forgotten } }

    /// Moves the time on.
    mutating func move(to uptime: Duration) { now = max(now, uptime) }

    /// Takes a signal's strength.
    ///
    /// - Returns: How far away the sender is; nil where nobody can tell.
    mutating func hear(
        _ advertisement: Advertisement, zone: UInt16, _ speaker: Speaker, by listener: String, at moment: Moment
    ) -> Reach? {
        // Zero is what radios say that did not measure it.
        guard let rssi = advertisement.rssi, rssi != 0 else { return nil }
        let sender = Sender(address: advertisement.address, zone: zone)
        let power = Double(power(of: speaker, advertisement))
        var changes: [Arbiter.Change] = []
        var due: Duration?
        let reach = hearers[listener, default: Hearer(settings, listener)].hear(
            rssi, power: power, of: sender, speaker, at: moment, now, &changes, due: &due)
        note(changes, of: listener)
        if let due, let alarm, due < alarm {
            self.alarm = due
            isRinging = true
        }
        return reach
    }

    /// What is known of a beacon counts first, then what it says of itself where that counts, and then the settings.
    private func power(of speaker: Speaker, _ advertisement: Advertisement) -> Int {
        if let power = speaker.power { return power }
        guard settings.distance.declared, let declared = DeclaredPower.aMetreAway(in: advertisement.data) else {
            return settings.distance.power
        }
        return declared
    }

    // MARK: - Who is the nearest

    /// Decides what is due by now.
    ///
    /// - Returns: When the next is.
    mutating func decide() -> Duration? {
        var next: Duration?
        for (listener, var hearer) in hearers {
            if let due = hearer.due, due <= now {
                var changes: [Arbiter.Change] = []
                hearer.pass(to: now, &changes)
                hearers[listener] = hearer
                note(changes, of: listener)
            }
            if let due = hearer.due { next = min(next ?? due, due) }
        }
        alarm = next ?? .seconds(Int64.max >> 1)
        return next
    }

    /// How it is, by the names of the listeners.
    var all: [Nearest] { listeners.union(hearers.keys).sorted().compactMap(nearest) }

    /// How it is with one listener; nil where there is none of that name.
    func nearest(_ listener: String) -> Nearest? {
        guard let hearer = hearers[listener] else {
            return listeners.contains(listener) ? Nearest(listener: listener) : nil
        }
        return Nearest(listener, hearer.arbiter.nearest, since: hearer.since)
    }

    /// Which listeners there are.
    var names: [String] { listeners.union(hearers.keys).sorted() }

    private mutating func note(_ changes: [Arbiter.Change], of listener: String) {
        for change in changes { if let told = hearers[listener]?.note(change, listener) { news.append(told) } }
        if news.count > Self.mostNews { news.removeFirst(news.count - Self.mostNews) }
    }

    // MARK: - What to tell

    /// Whether there is something to tell, and whether whoever decides has to do so earlier than they know.
    mutating func takeSigns() -> (hasNews: Bool, rings: Bool) {
        defer { isRinging = false }
        return (!news.isEmpty, isRinging)
    }

    mutating func takeNews() -> [Nearest] {
        defer { news = [] }
        return news
    }
}
