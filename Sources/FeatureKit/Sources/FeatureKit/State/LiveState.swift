/// Current values by key, for readers that want the newest value and not every change on the way.
///
/// ```swift
/// let free = LiveState<ID<Bar>, FreeSeats>(on: context.clock)
/// free.set(FreeSeats(count: 3), for: bar)                  // from any handler
/// for await seats in try free.values(of: bar) { … }        // what holds now, then always the newest
/// ```
/// A reader never gets an older value after a newer one. A slow reader gets only the newest: nothing is queued for it.
public final class LiveState<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    struct Entry {
        let content: Content
        /// Another one with every value that is set.
        let place: UInt64
        let version: Int64?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// How many read a key, and what wakes those of them that wait; keys that nobody reads have neither.
        var readers: [Key: Int] = [:]
        var changed: [Key: Signal] = [:]
        /// When the value of a key that is read was taken away last.
        var removed: [Key: UInt64] = [:]
        var readerCount = 0
        var last: UInt64 = 0
        /// Whether the feature was asked to stop, so that nobody waits any more.
        var hasStopped = false
        var refused: UInt64 = 0
    }

    /// What a reader finds.
    enum Look {
        case news(Entry)
        case nothingNew(Signal)
        /// The key's value was taken away since it reads, or the feature was asked to stop.
        case gone
    }

    private let clock: FeatureClock
    private let mostKeys: Int
    private let mostReaders: Int
    private let state = Lock(State())
    private let watch: Signal.Watch

    /// Makes a state without values.
    ///
    /// - Parameters:
    ///   - clock: The feature's clock: every loop ends when the feature is asked to stop.
    ///   - mostKeys: How many keys can have a value; more are refused and counted.
    ///   - mostReaders: How many can read at the same time; more are refused and counted.
    public init(on clock: FeatureClock, mostKeys: Int = 100_000, mostReaders: Int = 10_000) {
        self.clock = clock
        self.mostKeys = mostKeys
        self.mostReaders = mostReaders
        watch = clock.stop.whenRaised { [state] in Self.stop(state) }
    }

    deinit { clock.stop.forget(watch) }

    private static func stop(_ state: Lock<State>) {
        let waiting = state.withLock { state in
            state.hasStopped = true
            defer { state.changed = [:] }
            return Array(state.changed.values)
        }
        for changed in waiting { changed.raise() }
    }

    /// How many keys have a value.
    public var count: Int { state.withLock { $0.entries.count } }
    /// How many readers there are now.
    public var readers: Int { state.withLock { $0.readerCount } }
    /// How many keys and readers were refused because there were too many.
    public var refused: UInt64 { state.withLock { $0.refused } }

    /// The current value of a key.
    public subscript(_ key: Key) -> Content? { state.withLock { $0.entries[key]?.content } }

    /// Sets the value of a key; false where too many other keys have one.
    ///
    /// - Parameter version: The value's version, such as that of a stored document: a value with an older version than
    ///   the current one changes nothing, since its transaction ended earlier and only its code came late.
    @discardableResult
    public func set(_ content: Content, for key: Key, version: Int64? = nil) -> Bool {
        let (isSet, changed) = state.withLock { state -> (Bool, Signal?) in
            guard state.entries.count < mostKeys || state.entries[key] != nil else {
                state.refused += 1
                return (false, nil)
            }
            if let version, let known = state.entries[key]?.version, version < known { return (true, nil) }
            state.last += 1
            state.entries[key] = Entry(content: content, place: state.last, version: version)
            return (true, state.changed.removeValue(forKey: key))
        }
        changed?.raise()
        return isSet
    }

    /// Removes the value of a key, which ends the loops of all who read it now.
    public func remove(_ key: Key) {
        let changed = state.withLock { state -> Signal? in
            state.entries[key] = nil
            if state.readers[key] != nil {
                state.last += 1
                state.removed[key] = state.last
            }
            return state.changed.removeValue(forKey: key)
        }
        changed?.raise()
    }

    /// The current value of a key, and then always the newest one; where there is none yet, the first one comes once it
    /// is set.
    ///
    /// - Throws: `RouteError` with the code `too-many-readers` where there are too many readers already.
    public func values(of key: Key) throws(RouteError) -> LiveValues<Key, Content> {
        let since = state.withLock { state -> UInt64? in
            guard state.readerCount < mostReaders else {
                state.refused += 1
                return nil
            }
            state.readerCount += 1
            state.readers[key, default: 0] += 1
            return state.last
        }
        guard let since else {
            throw RouteError(
                code: "too-many-readers", status: 503, "too many follow this at the moment; try again later",
                retryAfter: .seconds(10))
        }
        return LiveValues(seat: LiveSeat(state: self, key: key, since: since), stop: clock.stop)
    }

    /// What there is for a reader that has seen everything up to a place, and began at another.
    func look(at key: Key, after seen: UInt64, since begun: UInt64) -> Look {
        state.withLock { state in
            guard !state.hasStopped else { return .gone }
            guard let entry = state.entries[key] else {
                return state.removed[key, default: 0] > begun ? .gone : .nothingNew(Self.change(of: key, in: &state))
            }
            return entry.place > seen ? .news(entry) : .nothingNew(Self.change(of: key, in: &state))
        }
    }

    private static func change(of key: Key, in state: inout State) -> Signal {
        if let known = state.changed[key] { return known }
        let signal = Signal()
        state.changed[key] = signal
        return signal
    }

    /// A reader has gone.
    func leave(_ key: Key) {
        state.withLock { state in
            state.readerCount -= 1
            let left = (state.readers[key] ?? 1) - 1
            state.readers[key] = left > 0 ? left : nil
            if left <= 0 { (state.changed[key], state.removed[key]) = (nil, nil) }
        }
    }
}
