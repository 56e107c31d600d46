internal import FeatureKit
internal import Speech

/// Something that a client plays.
@Record struct PlayItem: Equatable {
    /// What tells it from every other one, also after a restart: a client plays it once.
    @Text(1...200) var id: String
    /// The number by which the client says that it was played.
    @In(0...Int64.max) var utterance: Int64 = 0
    /// The stop that is told; absent for what interrupts the walk.
    var stop: ID<Stop>?
    /// The name of the stop.
    @Text(0...200) var stopName: String = ""
    /// What is spoken.
    @Text(1...2_000) var text: String
    /// The language of the text.
    @Text(2...35) var language: String
    /// The place of the stop on the route.
    @In(0...1_000) var order = 0
    /// The path of its sound below the module's mount; what has none is spoken by the client.
    @Text(1...200) var sound: String?
}

/// What a client is to do: play something, stop something, or both.
@Record struct PlayEvent: Equatable {
    /// The id of the event, after which a client that comes back goes on.
    @Text(1...60) var eventID: String
    /// Whether it says what is played now, rather than what changes.
    var isSnapshot: Bool
    /// The utterance that is not played on; it comes again later where it was interrupted.
    @In(1...Int64.max) var stop: Int64?
    /// What to play now.
    var play: PlayItem?
    /// How many wait after it.
    @In(0...10_000) var waiting: Int
    /// Whether only emergencies are played.
    var isPaused: Bool
}

/// What is played on a walk: stops in their order, one after the other, and what interrupts them.
///
/// The speech queue has one stop at a time, so that a stop with a lower order that comes later is still spoken before those
/// with higher ones that wait.
final class Player: Sendable {
    private struct State {
        var queue = SpeechQueue()
        /// The stops that wait, in their order.
        var pending: [PlayItem] = []
        /// What the queue has, by utterance.
        var items: [Int64: PlayItem] = [:]
        /// What was taken once.
        var known: Set<String> = []
        var events: [PlayEvent] = []
        var number: Int64 = 0
    }

    private static let mostEvents = 64

    private let run = ID<Player>.random().text
    private let state = Lock(State())

    // MARK: - Changing what is played

    /// Takes stops that were reached, once each, and drops those that were heard, or that a walk which was started again no
    /// longer knows.
    func follow(_ items: [PlayItem], heard: Set<ID<Stop>>, known: Set<ID<Stop>>, at now: Timestamp) -> Int64 {
        func isOver(_ item: PlayItem) -> Bool { item.stop.map { heard.contains($0) || !known.contains($0) } ?? false }
        return change(at: now) { state in
            for item in items where state.known.insert(item.id).inserted {
                state.pending.insert(
                    item, at: state.pending.firstIndex { $0.order > item.order } ?? state.pending.endIndex)
            }
            state.pending.removeAll(where: isOver)
            let over = state.items.values.filter(isOver).map(\.utterance).sorted()
            return over.flatMap { state.queue.withdraw($0, at: now) }
        }
    }

    /// Plays something beside the walk; an emergency before everything else, and what it interrupts again afterwards.
    func interrupt(with item: PlayItem, isEmergency: Bool, at now: Timestamp) -> Int64 {
        change(at: now) { state in
            guard state.known.insert(item.id).inserted else { return [] }
            return Self.add(item, isEmergency ? .emergency : .high, to: &state, at: now) ?? []
        }
    }

    /// Pauses for all but emergencies, or goes on.
    func pause(_ isPaused: Bool, at now: Timestamp) -> Int64 {
        change(at: now) { state in isPaused ? state.queue.pause() : state.queue.resume(at: now) }
    }

    /// Ends what was played to its end.
    func finish(_ utterance: Int64, at now: Timestamp) -> Int64 {
        change(at: now) { state in state.queue.finish(utterance, at: now) }
    }

    /// Leaves the rest of what is played.
    func leave(_ utterance: Int64, at now: Timestamp) -> Int64 {
        change(at: now) { state in state.queue.withdraw(utterance, at: now) }
    }

    /// Plays a stop again, after those that wait.
    func replay(_ item: PlayItem, at now: Timestamp) -> Int64 {
        change(at: now) { state in
            state.pending.append(item)
            return []
        }
    }

    private func change(at now: Timestamp, _ change: (inout State) -> [SpeechQueue.Action]) -> Int64 {
        state.withLock { state in
            var actions = change(&state)
            // The next stop, once nothing else of the walk is played or waits.
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
        _ item: PlayItem, _ priority: SpeechPriority, to state: inout State, at now: Timestamp
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

    /// The number of an event of this run of the player.
    func number(of eventID: String) -> Int64? {
        let parts = eventID.split(separator: ".")
        return parts.count == 2 && parts[0] == run ? Int64(parts[1]) : nil
    }

    /// What came after an event; what is played now where that is not known any more.
    func events(after number: Int64?) -> (events: [PlayEvent], last: Int64) {
        state.withLock { state in
            let missed = number.map { state.number - $0 } ?? -1
            guard missed >= 0, missed <= state.events.count else { return ([snapshot(state)], state.number) }
            return (state.events.suffix(Int(missed)), state.number)
        }
    }

    /// What is played now.
    var now: PlayEvent { state.withLock { snapshot($0) } }

    /// What is played now or waits, by its utterance.
    subscript(utterance: Int64) -> PlayItem? { state.withLock { $0.items[utterance] } }

    private func snapshot(_ state: State) -> PlayEvent {
        PlayEvent(
            eventID: "\(run).\(state.number)", isSnapshot: true,
            play: state.queue.current.flatMap { state.items[$0.id] },
            waiting: state.pending.count + state.queue.waiting.count, isPaused: state.queue.isPaused)
    }
}
