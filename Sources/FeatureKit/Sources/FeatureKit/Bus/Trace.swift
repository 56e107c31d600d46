internal import Synchronization

/// Messages as plain data: of many topics, for people, or of one, for clients; see `BusCore.trace` and `.watch`.
@_spi(Hosting) public struct Trace: AsyncSequence, Sendable {
    /// One message that is watched.
    public struct Element: Sendable {
        /// The topic's name.
        public let topic: String
        /// Who published it.
        public let source: String
        /// The message's number among those of its publisher on the topic.
        public let sequence: UInt64
        /// When it was published.
        public let time: Timestamp
        /// What led to it; nil where that is not known.
        public let cause: Cause?
        /// What was published.
        public let value: Value
        /// Whether the topic had kept it from before the watcher came.
        public let isRetained: Bool
        /// The key under which it is kept, where its topic keeps values by key.
        public let mark: KeptMark?
        private let parcel: Parcel

        fileprivate init(_ letter: Mailbox.Letter) {
            parcel = letter.parcel
            topic = parcel.topic
            source = parcel.source
            sequence = parcel.sequence
            time = parcel.time
            cause = parcel.cause
            value = (try? parcel.value()) ?? .null
            isRetained = letter.isRetained
            mark = parcel.mark
        }

        /// What was published, with its secrets, for tests that act as the reader; never for anything that is shown.
        public var revealed: Value { (try? parcel.revealed()) ?? .null }
    }

    /// Watching never fails.
    public typealias Failure = Never

    /// A watcher's place, which lasts until its last reference is released.
    fileprivate final class Place: Sendable {
        let mailbox: Mailbox
        private let leave: @Sendable () -> Void

        init(_ mailbox: Mailbox, leave: @escaping @Sendable () -> Void) {
            self.mailbox = mailbox
            self.leave = leave
        }

        deinit { leave() }
    }

    private let place: Place

    init(pattern: TopicPattern, overflow: Overflow, tracers: Tracers) {
        let mailbox = Mailbox(overflow)
        place = Place(mailbox) { tracers.remove(mailbox) }
        tracers.add(mailbox, pattern)
    }

    init(hub: TopicHub, reader: String, overflow: Overflow) {
        let mailbox = Mailbox(overflow)
        let id = hub.subscribe(mailbox, feature: reader)
        place = Place(mailbox) {
            mailbox.close()
            hub.unsubscribe(id)
        }
    }

    /// How many messages were dropped because the watcher was slow.
    public var dropped: UInt64 { place.mailbox.counts.dropped }

    /// Starts the loop.
    public func makeAsyncIterator() -> Iterator { Iterator(place: place) }

    /// The iterator of a `for await` loop.
    public struct Iterator: AsyncIteratorProtocol {
        private let place: Place
        private var hand: [Mailbox.Letter] = []

        fileprivate init(place: Place) { self.place = place }

        /// The next message; nil when the task is cancelled.
        public mutating func next() async -> Element? {
            if hand.isEmpty { guard await place.mailbox.take(into: &hand) else { return nil } }
            guard let letter = hand.popLast() else { return nil }
            return Element(letter)
        }
    }
}

/// All watchers; topics call it only while there is one.
final class Tracers: Sendable {
    private let present = Atomic(false)
    private let all = Lock<[(pattern: TopicPattern, mailbox: Mailbox)]>([])

    var areThere: Bool { present.load(ordering: .relaxed) }

    func add(_ mailbox: Mailbox, _ pattern: TopicPattern) {
        all.withLock { all in
            all.append((pattern, mailbox))
            present.store(true, ordering: .relaxed)
        }
    }

    func remove(_ mailbox: Mailbox) {
        all.withLock { all in
            all.removeAll { $0.mailbox === mailbox }
            present.store(!all.isEmpty, ordering: .relaxed)
        }
    }

    func put(_ parcel: Parcel, waking wakeups: inout Wakeups) {
        all.withLock { all in
            for (pattern, mailbox) in all where pattern.matches(parcel.topic) {
                mailbox.put(parcel, waking: &wakeups)
            }
        }
    }
}
