internal import FeatureKit

/// Events that many clients follow at once; each is written once and sent by every loop to its own clients.
///
/// It may be followed on the loops of several servers.
package final class EventFeed: Sendable {
    /// How many events are kept for those who come back.
    package static let mostKept = 256
    /// How many bytes of them are kept.
    package static let mostKeptBytes = 1024 * 1024
    /// How many bytes may wait for a loop that does not come round before those who follow there are let go.
    static let mostWaitingBytes = 4 * 1024 * 1024

    /// One loop on which somebody follows.
    fileprivate struct Audience {
        let loop: Loop
        var followers = 0
        var waiting: [Event] = []
        var waitingBytes = 0
        /// Whether the loop knows that something waits.
        var isNoted = false
        var isOverrun = false
    }

    private struct State {
        var memory: EventMemory
        var audiences: [ObjectIdentifier: Audience] = [:]
    }

    private let state: Lock<State>

    package init() { state = Lock(State(memory: EventMemory(boot: UInt64.random(in: .min ... .max)))) }

    /// Tells everyone who follows, and keeps the event for those who come back.
    ///
    /// - Parameters:
    ///   - event: The event's name.
    ///   - data: One line, which is what JSON is.
    ///   - role: What somebody gets of it who comes new.
    package func publish(_ event: String, _ data: [UInt8], as role: EventRole) {
        tell(EventText(event, data)) { $0.add($1, as: role) }
    }

    /// Tells everyone a last event and ends their streams; what is published later is told nobody.
    package func end(_ event: String, _ data: [UInt8]) { tell(EventText(event, data)) { $0.end(with: $1) } }

    /// What a client has heard last that has heard everything; nil before the first event.
    package var lastEventID: String? { state.withLock { $0.memory.lastID } }

    /// How many clients follow now.
    package var followers: Int { state.withLock { $0.audiences.values.reduce(0) { $0 + $1.followers } } }

    /// Keeps an event and wakes each loop that knows of nothing yet.
    private func tell(_ text: EventText, _ keep: (inout EventMemory, EventText) -> Event?) {
        let loops = state.withLock { state -> [Loop] in
            guard let event = keep(&state.memory, text) else { return [] }
            var loops: [Loop] = []
            for key in state.audiences.keys {
                if let loop = state.audiences[key]?.take(event) { loops.append(loop) }
            }
            return loops
        }
        for loop in loops { loop.post(.events(self)) }
    }
}

extension EventFeed.Audience {
    /// Leaves an event for the loop; answers the loop if it has to be told.
    fileprivate mutating func take(_ event: Event) -> Loop? {
        if waitingBytes + event.bytes.count > EventFeed.mostWaitingBytes {
            isOverrun = true
            waiting = []
            waitingBytes = 0
        }
        if !isOverrun || event.isLast {
            waiting.append(event)
            waitingBytes += event.bytes.count
        }
        guard !isNoted else { return nil }
        isNoted = true
        return loop
    }
}

/// What loops ask of a feed.
extension EventFeed {
    /// What somebody gets who begins to follow.
    struct Welcome {
        /// What comes first.
        let events: [Event]
        /// The last event that it knows then.
        let known: UInt64
        /// Whether nothing more will come.
        let hasEnded: Bool
    }

    /// What came since a loop asked last.
    struct News {
        let events: [Event]
        /// Whether some were lost because the loop did not come round.
        let isOverrun: Bool
    }

    /// What somebody gets first who follows from now on.
    func welcome(after lastEventID: String?) -> [Event] { state.withLock { $0.memory.welcome(after: lastEventID) } }

    /// Begins to follow on a loop, unless the feed has ended.
    func join(_ loop: Loop, after lastEventID: String?) -> Welcome {
        state.withLock { state in
            let memory = state.memory
            if !memory.hasEnded {
                state.audiences[ObjectIdentifier(loop), default: Audience(loop: loop)].followers += 1
            }
            return Welcome(
                events: memory.welcome(after: lastEventID), known: memory.last, hasEnded: memory.hasEnded)
        }
    }

    /// Follows no more on a loop.
    func leave(_ loop: Loop) {
        state.withLock { state in
            let key = ObjectIdentifier(loop)
            state.audiences[key]?.followers -= 1
            if state.audiences[key]?.followers == 0 { state.audiences[key] = nil }
        }
    }

    /// Takes what came for a loop.
    func takeNews(_ loop: Loop) -> News {
        state.withLock { state in
            let key = ObjectIdentifier(loop)
            guard let audience = state.audiences[key] else { return News(events: [], isOverrun: false) }
            state.audiences[key] = Audience(loop: loop, followers: audience.followers)
            return News(events: audience.waiting, isOverrun: audience.isOverrun)
        }
    }
}
