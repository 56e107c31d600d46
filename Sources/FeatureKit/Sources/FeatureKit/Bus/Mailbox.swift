/// A reader's bounded buffer between publishers, which never wait for it, and the reader's loop.
@usableFromInline
final class Mailbox: Sendable {
    struct Letter {
        let parcel: Parcel
        let isRetained: Bool
    }

    private struct State {
        var letters = Ring<Letter>()
        var isClosed = false
        var dropped: UInt64 = 0
        var delivered: UInt64 = 0
        var unreadable: UInt64 = 0
        var ticket = 0
        var readers: [Int: CheckedContinuation<Void, Never>] = [:]
        var waitingForRoom: [Signal] = []
    }

    /// What became of all the letters that were put in before it was closed.
    struct Counts {
        /// How many the reader took and could read.
        var delivered: UInt64
        /// How many were lost: no room, or no way to read them.
        var dropped: UInt64
        /// How many lie there still.
        var waiting: Int
    }

    /// At most so many letters leave the buffer under one lock.
    ///
    /// A reader's hands hold no more than that and no more than a quarter of its buffer, so that "the newest n" stays
    /// true.
    static let largestBatch = 64

    private let state = Lock(State())
    private let overflow: Overflow
    private let batchSize: Int

    init(_ overflow: Overflow) {
        self.overflow = overflow
        batchSize = max(1, min(Self.largestBatch, overflow.capacity / 4))
    }

    /// Puts a letter in; the caller wakes whom it gets back once it holds no lock.
    func put(_ parcel: Parcel, isRetained: Bool = false) -> Wakeups {
        state.withLock { state in
            guard !state.isClosed else { return Wakeups() }
            if state.letters.count >= overflow.capacity {
                state.dropped += 1
                guard overflow.dropsOldest else { return Wakeups() }
                _ = state.letters.popFirst()
            }
            state.letters.append(Letter(parcel: parcel, isRetained: isRetained))
            return Self.takeReaders(&state)
        }
    }

    /// Moves the next letters into `batch`, waiting for the first one.
    ///
    /// False when nothing more will come, or when the task is cancelled: a reader that is told to go must not be held
    /// by publishers that never pause.
    func take(into batch: inout [Letter]) async -> Bool {
        while !Task.isCancelled {
            if let more = takeNow(into: &batch) { return more }
            await wait()
        }
        return false
    }

    /// Whether a letter could be put without a loss; otherwise `room` is raised once there is some.
    ///
    /// Whoever gives up waiting raises `room` itself, which lets go of its place.
    func hasRoom(orRaise room: Signal) -> Bool {
        state.withLock { state in
            if state.isClosed || state.letters.count < overflow.capacity { return true }
            state.waitingForRoom.removeAll(where: \.isRaised)
            state.waitingForRoom.append(room)
            return false
        }
    }

    /// Counts a letter that was taken and could not be read as lost; how many there were with this one.
    func loseUnreadable() -> UInt64 {
        state.withLock { state in
            state.unreadable += 1
            return state.unreadable
        }
    }

    /// Takes nothing more; what is in it can still be taken.
    func close() {
        let (readers, room) = state.withLock { state in
            state.isClosed = true
            return (Self.takeReaders(&state), Self.takeWaitingForRoom(&state))
        }
        readers.wake()
        for signal in room { signal.raise() }
    }

    var counts: Counts {
        state.withLock { state in
            Counts(
                delivered: state.delivered - state.unreadable, dropped: state.dropped + state.unreadable,
                waiting: state.letters.count)
        }
    }

    private func takeNow(into batch: inout [Letter]) -> Bool? {
        let (answer, letters, room) = state.withLock { state -> (Bool?, [Letter], [Signal]) in
            let count = min(batchSize, state.letters.count)
            guard count > 0 else { return (state.isClosed ? false : nil, [], []) }
            var letters: [Letter] = []
            letters.reserveCapacity(count)
            for _ in 0..<count {
                if let letter = state.letters.popFirst() { letters.append(letter) }
            }
            state.delivered += UInt64(count)
            return (true, letters, Self.takeWaitingForRoom(&state))
        }
        batch = letters
        for signal in room { signal.raise() }
        return answer
    }

    private func wait() async {
        let ticket = state.withLock { state in
            state.ticket += 1
            return state.ticket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let waits = state.withLock { state in
                    guard state.letters.isEmpty, !state.isClosed, !Task.isCancelled else { return false }
                    state.readers[ticket] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in state.readers.removeValue(forKey: ticket) }
            continuation?.resume()
        }
    }

    private static func takeReaders(_ state: inout State) -> Wakeups {
        guard !state.readers.isEmpty else { return Wakeups() }
        defer { state.readers.removeAll(keepingCapacity: true) }
        return Wakeups(Array(state.readers.values))
    }

    private static func takeWaitingForRoom(_ state: inout State) -> [Signal] {
        guard !state.waitingForRoom.isEmpty else { return [] }
        defer { state.waitingForRoom = [] }
        return state.waitingForRoom
    }
}

/// Readers that have something to do now.
@usableFromInline
struct Wakeups {
    private var readers: [CheckedContinuation<Void, Never>]

    init(_ readers: [CheckedContinuation<Void, Never>] = []) { self.readers = readers }

    mutating func add(_ other: Wakeups) { if !other.readers.isEmpty { readers += other.readers } }

    func wake() { for reader in readers { reader.resume() } }
}
