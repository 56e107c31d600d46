public import FeatureKit

/// Something that a playlist plays.
public protocol PlaylistItem: Sendable {
    /// What tells it from every other one; it is taken once.
    var id: String { get }
    /// What is spoken, and in which language.
    var text: String { get }
    /// The language of the text.
    var language: String { get }
    /// Its place among those that wait.
    var order: Int { get }
    /// The number by which the listener says that it was played.
    var utterance: Int64 { get set }
}

/// What is played to one listener: items in their order, one after the other, and what interrupts them.
///
/// The speech queue has one item at a time, so that an item with a lower order that comes later is still spoken before those
/// with higher ones that wait.
public final class Playlist<Item: PlaylistItem>: Sendable {
    /// What a client is to do: play something, stop something, or both.
    public struct Event: Sendable {
        /// The id of the event, after which a client that comes back goes on.
        public let id: String
        /// Whether it says what is played now, rather than what changes.
        public var isSnapshot = true
        /// The utterance that is not played on; it comes again later where it was interrupted.
        public var stop: Int64?
        /// What to play now.
        public var play: Item?
        /// How many wait after it.
        public let waiting: Int
        /// Whether only emergencies are played.
        public let isPaused: Bool
    }

    private struct State {
        var queue = SpeechQueue()
        /// The items that wait, in their order.
        var pending: [Item] = []
        /// What the queue has, by utterance.
        var items: [Int64: Item] = [:]
        /// What was taken once.
        var known: Set<String> = []
        var events: [Event] = []
        var number: Int64 = 0
    }

    private static var mostEvents: Int { 64 }

    private let run = ID<Item>.random().text
    private let state = Lock(State())

    /// Makes an empty playlist.
    public init() {}

    // MARK: - Changing what is played

    /// Takes items, once each, and drops those that are over.
    ///
    /// - Returns: The number of the last event, as every change does.
    public func follow(_ items: [Item], at now: Timestamp, dropping isOver: (Item) -> Bool) -> Int64 {
        change(at: now) { state in
            for item in items where state.known.insert(item.id).inserted {
                state.pending.insert(
                    item, at: state.pending.firstIndex { $0.order > item.order } ?? state.pending.endIndex)
            }
            state.pending.removeAll(where: isOver)
            let over = state.items.values.filter(isOver).map(\.utterance).sorted()
            return over.flatMap { state.queue.withdraw($0, at: now) }
        }
    }

    /// Plays something beside the items; an emergency before everything else, and what it interrupts again afterwards.
    public func interrupt(with item: Item, isEmergency: Bool, at now: Timestamp) -> Int64 {
        change(at: now) { state in
            guard state.known.insert(item.id).inserted else { return [] }
            return Self.add(item, isEmergency ? .emergency : .high, to: &state, at: now) ?? []
        }
    }

    /// Takes an item back, whether it is played or waits, and also where it comes later.
    public func withdraw(_ id: String, at now: Timestamp) -> Int64 {
        change(at: now) { state in
            state.known.insert(id)
            state.pending.removeAll { $0.id == id }
            let open = state.items.values.filter { $0.id == id }.map(\.utterance)
            return open.flatMap { state.queue.withdraw($0, at: now) }
        }
    }

    /// Pauses for all but emergencies, or goes on.
    public func pause(_ isPaused: Bool, at now: Timestamp) -> Int64 {
        change(at: now) { state in isPaused ? state.queue.pause() : state.queue.resume(at: now) }
    }

    /// Ends what was played to its end.
    public func finish(_ utterance: Int64, at now: Timestamp) -> Int64 {
        change(at: now) { state in state.queue.finish(utterance, at: now) }
    }

    /// Leaves the rest of what is played.
    public func leave(_ utterance: Int64, at now: Timestamp) -> Int64 {
        change(at: now) { state in state.queue.withdraw(utterance, at: now) }
    }

    /// Plays an item again, after those that wait.
    public func replay(_ item: Item, at now: Timestamp) -> Int64 {
        change(at: now) { state in
            state.pending.append(item)
            return []
        }
    }

    private func change(at now: Timestamp, _ change: (inout State) -> [SpeechQueue.Action]) -> Int64 {
        state.withLock { state in
            var actions = change(&state)
            // The next item, once no other one is played or waits.
            while let next = state.pending.first,
                !([state.queue.current].compactMap(\.self) + state.queue.waiting).contains(where: {
                    $0.priority == .normal
                })
            {
                state.pending.removeFirst()
                actions += Self.add(next, .normal, to: &state, at: now) ?? []
            }
            note(actions, &state)
            let open = Set(([state.queue.current].compactMap(\.self) + state.queue.waiting).map(\.id))
            state.items = state.items.filter { open.contains($0.key) }
            return state.number
        }
    }

    private static func add(
        _ item: Item, _ priority: SpeechPriority, to state: inout State, at now: Timestamp
    ) -> [SpeechQueue.Action]? {
        let (answer, actions) = state.queue.add(item.text, language: item.language, priority: priority, at: now)
        guard case .accepted(let utterance) = answer else { return nil }
        var item = item
        item.utterance = utterance
        state.items[utterance] = item
        return actions
    }

    private func note(_ actions: [SpeechQueue.Action], _ state: inout State) {
        for action in actions {
            state.number += 1
            var event = snapshot(state)
            (event.isSnapshot, event.play) = (false, nil)
            switch action {
            case .stop(let id): event.stop = id
            case .speak(let utterance): event.play = state.items[utterance.id]
            }
            state.events.append(event)
        }
        if state.events.count > Self.mostEvents { state.events.removeFirst(state.events.count - Self.mostEvents) }
    }

    // MARK: - Looking

    /// The number of an event of this playlist; nil for one of another.
    public func number(of eventID: String) -> Int64? {
        let parts = eventID.split(separator: ".")
        return parts.count == 2 && parts[0] == run ? Int64(parts[1]) : nil
    }

    /// What came after an event; what is played now where that is not known any more.
    public func events(after number: Int64?) -> (events: [Event], last: Int64) {
        state.withLock { state in
            let missed = number.map { state.number - $0 } ?? -1
            guard missed >= 0, missed <= state.events.count else { return ([snapshot(state)], state.number) }
            return (state.events.suffix(Int(missed)), state.number)
        }
    }

    /// What is played now.
    public var now: Event { state.withLock { snapshot($0) } }

    /// What is played now or waits, by its utterance.
    public subscript(utterance: Int64) -> Item? { state.withLock { $0.items[utterance] } }

    private func snapshot(_ state: State) -> Event {
        Event(
            id: "\(run).\(state.number)", play: state.queue.current.flatMap { state.items[$0.id] },
            waiting: state.pending.count + state.queue.waiting.count, isPaused: state.queue.isPaused)
    }
}
