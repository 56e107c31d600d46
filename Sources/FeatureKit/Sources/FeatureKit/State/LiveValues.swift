/// The values of one key of a `LiveState`, for one `for await` loop.
///
/// The loop ends when the feature is asked to stop, when its task is cancelled, and when the key's value is removed.
/// Releasing the last reference makes room for another reader.
public struct LiveValues<Key: Hashable & Sendable, Content: Sendable>: AsyncSequence, Sendable {
    /// A value that was the current one when it was taken.
    public typealias Element = Content
    /// Reading never fails.
    public typealias Failure = Never

    let seat: LiveSeat<Key, Content>
    let stop: Signal

    /// Starts the loop.
    public func makeAsyncIterator() -> Iterator { Iterator(seat: seat, stop: stop) }

    /// The iterator of a `for await` loop.
    public struct Iterator: AsyncIteratorProtocol {
        let seat: LiveSeat<Key, Content>
        let stop: Signal
        private var seen: UInt64 = 0

        init(seat: LiveSeat<Key, Content>, stop: Signal) { (self.seat, self.stop) = (seat, stop) }

        /// The newest value, once there is one that the loop has not seen; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Content? {
            while !stop.isRaised, !Task.isCancelled {
                switch seat.state.look(at: seat.key, after: seen, since: seat.since) {
                case .gone: return nil
                case .news(let entry):
                    seen = entry.place
                    return entry.content
                case .nothingNew(let changed): await changed.wait()
                }
            }
            return nil
        }
    }
}

/// A reader's place, which is free again when the last reference goes.
final class LiveSeat<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    let state: LiveState<Key, Content>
    let key: Key
    /// The place of the newest value when it began.
    let since: UInt64

    init(state: LiveState<Key, Content>, key: Key, since: UInt64) {
        (self.state, self.key, self.since) = (state, key, since)
    }

    deinit { state.leave(key) }
}
