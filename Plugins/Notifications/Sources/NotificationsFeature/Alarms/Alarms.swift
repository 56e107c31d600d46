internal import FeatureKit

/// The alarms that hold now, and the clients that follow them.
final class Alarms: Sendable {
    /// How many alarms hold at once; more are left out and counted.
    static let most = 1_000
    /// How many wait for a slow client, whose stream ends beyond that.
    private static let mostWaiting = 100

    private struct Follower {
        let person: String?
        let zone: Int?
        let stream: AsyncStream<Alarm>.Continuation
    }

    private struct State {
        var last = 0
        var isOver = false
        var followers: [Int: Follower] = [:]
        var alarms: [String: Alarm] = [:]
        /// How many people each alarm came to.
        var reached: [String: Set<String>] = [:]
        var leftOut: UInt64 = 0
    }

    private let state = Lock(State())

    /// The alarms that hold now and those that come, for somebody in a zone.
    func follow(_ person: String?, zone: Int?) -> AsyncStream<Alarm> {
        let (stream, continuation) = AsyncStream<Alarm>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        let id = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.last += 1
            let follower = Follower(person: person, zone: zone, stream: continuation)
            state.followers[state.last] = follower
            for alarm in state.alarms.values.sorted(by: Alarm.isOlder) where alarm.concerns(zone) {
                Self.tell(alarm, follower, &state)
            }
            return state.last
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Tells an alarm, or that one is over, to everybody whom it concerns.
    func tell(_ notice: TrackNotice, at now: Timestamp) {
        let slow = state.withLock { state -> [AsyncStream<Alarm>.Continuation] in
            let alarm = Alarm(notice, at: now)
            if alarm.isOver {
                guard state.alarms.removeValue(forKey: alarm.id) != nil else { return [] }
            } else {
                guard state.alarms[alarm.id] != nil || state.alarms.count < Self.most else {
                    state.leftOut += 1
                    return []
                }
                // Who was reached by what it was before has not been told this.
                state.reached[alarm.id] = []
                state.alarms[alarm.id] = alarm
            }
            var slow: [AsyncStream<Alarm>.Continuation] = []
            for follower in state.followers.values where alarm.concerns(follower.zone) {
                if !Self.tell(alarm, follower, &state) { slow.append(follower.stream) }
            }
            return slow
        }
        for stream in slow { stream.finish() }
    }

    @discardableResult
    private static func tell(_ alarm: Alarm, _ follower: Follower, _ state: inout State) -> Bool {
        if case .dropped = follower.stream.yield(alarm) { return false }
        if let person = follower.person { state.reached[alarm.id]?.insert(person) }
        return true
    }

    /// An alarm that holds now.
    subscript(id: String) -> Alarm? { state.withLock { $0.alarms[id] } }

    /// The alarms that hold now, with the number of people whom each came to.
    var all: [(alarm: Alarm, reached: Int)] {
        state.withLock { state in
            state.alarms.values.sorted(by: Alarm.isOlder).map { ($0, state.reached[$0.id]?.count ?? 0) }
        }
    }

    /// Ends all streams.
    func end() {
        let followers = state.withLock { state in
            state.isOver = true
            return state.followers.values.map(\.stream)
        }
        for stream in followers { stream.finish() }
    }
}
