/// A reader's bounded buffer between publishers, which never wait for it, and the reader's loop.
@usableFromInline
final class Mailbox: Sendable {
    /// A message in the buffer.
    ///
    /// Frozen, so that a loop takes messages out of its batch without a call into the kit.
    @frozen
    @usableFromInline
    struct Letter {
        @usableFromInline
        let parcel: Parcel
        @usableFromInline
        let isRetained: Bool
    }

    private struct Waiting {
        let ticket: Int
        let reader: CheckedContinuation<Void, Never>
    }

    private struct State {
        /// What the topic kept before its reader subscribed: read first, bounded by what the topic keeps, and never
        /// lost.
        var kept = Ring<Letter>()
        var letters = Ring<Letter>()
        var isClosed = false
        var dropped: UInt64 = 0
        var delivered: UInt64 = 0
        var unreadable: UInt64 = 0
        var ticket = 0
        var waiting: [Waiting] = []
        var waitingForRoom: [Signal] = []

        var isEmpty: Bool { kept.isEmpty && letters.isEmpty }
    }

    /// What became of all the messages that were added before the mailbox was closed.
    struct Counts {
        /// How many the reader took and could decode.
        var delivered: UInt64
        /// How many were lost, because there was no room or because they could not be decoded.
        var dropped: UInt64
        /// How many are still in the buffer.
        var waiting: Int
    }

    /// The most messages that leave the buffer under one lock.
    ///
    /// A reader's batch holds no more than that, and no more than a quarter of its buffer, so that "the newest n" stays
    /// true.
    static let largestBatch = 64

    private let state = Lock(State())
    private let overflow: Overflow
    private let batchSize: Int

    init(_ overflow: Overflow) {
        self.overflow = overflow
        batchSize = max(1, min(Self.largestBatch, overflow.capacity / 4))
    }

    /// Adds a message; the caller wakes the readers in `wakeups` once it holds no lock.
    func put(_ parcel: Parcel, isRetained: Bool = false, waking wakeups: inout Wakeups) {
        state.withLock { state in
            guard !state.isClosed else { return }
            if isRetained {
                state.kept.append(Letter(parcel: parcel, isRetained: true))
                return Self.moveWaiting(&state, to: &wakeups)
            }
            if state.letters.count >= overflow.capacity {
                state.dropped += 1
                guard overflow.dropsOldest else { return }
                _ = state.letters.popFirst()
            }
            state.letters.append(Letter(parcel: parcel, isRetained: false))
            Self.moveWaiting(&state, to: &wakeups)
        }
    }

    /// Replaces the content of `hand` with the next messages, waiting for the first one.
    ///
    /// The message to read first comes last, so that removing it moves no others. Returns false when no more will come,
    /// or when the task is cancelled: publishers that never pause must not keep a cancelled reader going.
    func take(into hand: inout [Letter]) async -> Bool {
        while !Task.isCancelled {
            if let more = takeNow(into: &hand) { return more }
            await wait()
        }
        return false
    }

    /// Whether a message could be added without a loss; otherwise `room` is raised once there is room.
    ///
    /// A publisher that gives up waiting raises `room` itself, so that its entry is removed.
    func hasRoom(orRaise room: Signal) -> Bool {
        state.withLock { state in
            if state.isClosed || state.letters.count < overflow.capacity { return true }
            state.waitingForRoom.removeAll(where: \.isRaised)
            state.waitingForRoom.append(room)
            return false
        }
    }

    /// Counts a message that was taken but could not be decoded as lost; returns how many there are so far.
    func loseUnreadable() -> UInt64 {
        state.withLock { state in
            state.unreadable += 1
            return state.unreadable
        }
    }

    /// Counts several such messages that somebody else has counted, but never more than were taken.
    func loseUnreadable(_ count: UInt64) {
        state.withLock { $0.unreadable += min(count, $0.delivered - $0.unreadable) }
    }

    /// Whether it is empty, and more may still come.
    var isWaiting: Bool { state.withLock { $0.isEmpty && !$0.isClosed } }

    /// Accepts no more messages; those that it holds can still be taken.
    func close() {
        var wakeups = Wakeups()
        let room = close(waking: &wakeups)
        wakeups.wake()
        for signal in room { signal.raise() }
    }

    /// Closes it for a caller that holds a lock: it wakes the readers and raises the returned signals once it holds
    /// none.
    func close(waking wakeups: inout Wakeups) -> [Signal] {
        state.withLock { state in
            state.isClosed = true
            Self.moveWaiting(&state, to: &wakeups)
            return Self.takeWaitingForRoom(&state)
        }
    }

    var counts: Counts {
        state.withLock { state in
            Counts(
                delivered: state.delivered - state.unreadable, dropped: state.dropped + state.unreadable,
                waiting: state.kept.count + state.letters.count)
        }
    }

    private func takeNow(into hand: inout [Letter]) -> Bool? {
        let (answer, room) = state.withLock { state -> (Bool?, [Signal]) in
            guard !state.isEmpty else { return (state.isClosed ? false : nil, []) }
            hand.removeAll(keepingCapacity: true)
            let count: Int
            if state.kept.isEmpty {
                count = min(batchSize, state.letters.count)
                state.letters.moveFirst(count, reversedInto: &hand)
            } else {
                count = min(batchSize, state.kept.count)
                state.kept.moveFirst(count, reversedInto: &hand)
            }
            state.delivered += UInt64(count)
            return (true, Self.takeWaitingForRoom(&state))
        }
        for signal in room { signal.raise() }
        return answer
    }

    private func wait() async {
        let ticket = state.withLock { state in
            state.ticket += 1
            return state.ticket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (reader: CheckedContinuation<Void, Never>) in
                let waits = state.withLock { state in
                    guard state.isEmpty, !state.isClosed, !Task.isCancelled else { return false }
                    state.waiting.append(Waiting(ticket: ticket, reader: reader))
                    return true
                }
                if !waits { reader.resume() }
            }
        } onCancel: {
            let reader = state.withLock { state in
                state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).reader }
            }
            reader?.resume()
        }
    }

    private static func moveWaiting(_ state: inout State, to wakeups: inout Wakeups) {
        guard !state.waiting.isEmpty else { return }
        for waiting in state.waiting { wakeups.add(waiting.reader) }
        state.waiting.removeAll(keepingCapacity: true)
    }

    private static func takeWaitingForRoom(_ state: inout State) -> [Signal] {
        guard !state.waitingForRoom.isEmpty else { return [] }
        defer { state.waitingForRoom = [] }
        return state.waitingForRoom
    }
}

/// Readers to wake.
struct Wakeups {
    private var readers: [CheckedContinuation<Void, Never>] = []

    mutating func add(_ reader: CheckedContinuation<Void, Never>) { readers.append(reader) }

    func wake() { for reader in readers { reader.resume() } }
}
