internal import Synchronization

/// One topic at run time: who reads it, what it keeps, and how many messages it has passed on.
///
/// Publishing happens under the hub's lock, which keeps each publisher's order for every reader and makes "the last
/// value first, then all that follows" exact for late readers. No reader is woken under the lock.
final class TopicHub: Sendable {
    /// A publisher's place at a topic; it outlives the feature's runs, so that sequence numbers never start again.
    final class Seat: Sendable {
        let source: String
        fileprivate let index: Int

        fileprivate init(source: String, index: Int) {
            self.source = source
            self.index = index
        }
    }

    private struct Reader {
        let id: Int
        let feature: String
        let mailbox: Mailbox
        /// The run that reads; nil where people do.
        let member: ObjectIdentifier?
        /// Whether another run of its feature receives the events until this one takes over.
        var isHeld: Bool
    }

    private struct State {
        /// The Shape of what is published, which the first publisher sets.
        var agreed: (shape: Shape, by: String)?
        /// The Shapes expected by readers that came before any publisher.
        var expected: [(shape: Shape, by: String)] = []
        var retention = TopicRetention.nothing
        /// Which publisher declared the retention.
        var keeper: String?
        var latest: Parcel?
        var kept = LatestByKey<String, Parcel>(most: 0)
        var seats: [String: Seat] = [:]
        /// The last sequence number of each seat, by its index.
        var sequences: [UInt64] = []
        var readers: [Reader] = []
        var nextReader = 0
        var published: UInt64 = 0
        var lost: UInt64 = 0
        var pastReaders = TopicReport.EndedReaders()
    }

    let name: String
    private let clock: any ClockSource
    private let tracers: Tracers
    private let state = Lock(State())
    /// Whether values are kept by their keys, so that other topics need not look for one.
    private let hasKeys = Atomic(false)

    init(name: String, clock: any ClockSource, tracers: Tracers) {
        self.name = name
        self.clock = clock
        self.tracers = tracers
    }

    /// What the publishers declare that the topic keeps.
    var retention: TopicRetention { state.withLock { $0.retention } }

    /// Checks that a publisher uses the Shape of the first one, which has to have what the readers expect.
    func agree(onPublishing shape: Shape, by feature: String) throws(BusError) {
        let clash = state.withLock { state -> BusError? in
            if let agreed = state.agreed {
                guard let difference = shape.difference(from: agreed.shape) else { return nil }
                return .shapeDiffers(topic: name, feature: feature, other: agreed.by, difference)
            }
            for reader in state.expected {
                guard let difference = reader.shape.difference(reading: shape) else { continue }
                return .shapeDiffers(topic: name, feature: reader.by, other: feature, difference)
            }
            (state.agreed, state.expected) = ((shape, feature), [])
            return nil
        }
        if let clash { throw clash }
    }

    /// Checks a reader's Shape against what is published, of which it may read fewer fields; before that, against what
    /// other readers expect.
    func agree(onReading shape: Shape, by feature: String) throws(BusError) {
        let clash = state.withLock { state -> BusError? in
            guard let agreed = state.agreed else {
                for other in state.expected {
                    guard let difference = shape.difference(besides: other.shape) else { continue }
                    return .shapeDiffers(topic: name, feature: feature, other: other.by, difference)
                }
                let isKnown = state.expected.contains { $0.by == feature && $0.shape == shape }
                if !isKnown { state.expected.append((shape, feature)) }
                return nil
            }
            guard let difference = shape.difference(reading: agreed.shape) else { return nil }
            return .shapeDiffers(topic: name, feature: feature, other: agreed.by, difference)
        }
        if let clash { throw clash }
    }

    /// A publisher's place; the retention that one publisher declares holds for all.
    func seat(for source: String, keeping retention: TopicRetention) throws(BusError) -> Seat {
        try state.withLock { state throws(BusError) in
            if retention.keepsAny { try keep(retention, by: source, &state) }
            if let seat = state.seats[source] { return seat }
            let seat = Seat(source: source, index: state.sequences.count)
            state.sequences.append(0)
            state.seats[source] = seat
            return seat
        }
    }

    /// A new version of a feature may declare another retention; then the topic keeps what is published from now on.
    private func keep(_ retention: TopicRetention, by source: String, _ state: inout State) throws(BusError) {
        guard retention != state.retention else { return }
        if let keeper = state.keeper, keeper != source {
            throw .keepsOther(topic: name, state.retention, by: keeper, retention, by: source)
        }
        let previous = state.retention
        (state.retention, state.keeper) = (retention, source)
        guard case .latestPer(let key) = retention else {
            hasKeys.store(false, ordering: .relaxed)
            return state.kept = LatestByKey(most: 0)
        }
        if case .latestPer(let known) = previous, (known.fields, known.end) == (key.fields, key.end) {
            state.kept.most = key.most
        } else {
            state.kept = LatestByKey(most: key.most)
        }
        state.latest = nil
        hasKeys.store(true, ordering: .relaxed)
    }

    /// Determines the key under which a parcel is kept, while nobody else knows the parcel and no lock is held, since
    /// the payload's own code runs.
    func mark(_ parcel: Parcel) {
        guard hasKeys.load(ordering: .relaxed), case .latestPer(let key) = retention else { return }
        parcel.note((try? parcel.value()).flatMap(key.mark))
    }

    /// Publishes; the caller wakes the readers in `wakeups` once it holds no lock.
    func publish(_ parcel: Parcel, from seat: Seat, by member: Member, waking wakeups: inout Wakeups) {
        let time = clock.now
        state.withLock { state in
            deliver(parcel, from: seat, by: member, at: time, &state, waking: &wakeups)
        }
    }

    /// Publishes if no reader would lose anything; otherwise `room` is raised once it is worth another try.
    func publishIfRoom(_ parcel: Parcel, from seat: Seat, by member: Member, orRaise room: Signal) -> Bool {
        let time = clock.now
        var wakeups = Wakeups()
        let isPublished = state.withLock { state in
            // Only publishers fill mailboxes, and they hold this lock, so room that was seen here is still there below.
            guard state.readers.allSatisfy({ $0.mailbox.hasRoom(orRaise: room) }) else { return false }
            deliver(parcel, from: seat, by: member, at: time, &state, waking: &wakeups)
            return true
        }
        wakeups.wake()
        return isPublished
    }

    /// Counts messages that were published in a worker and never arrived here.
    func lose(_ count: UInt64) { state.withLock { $0.lost &+= count } }

    func subscribe(_ mailbox: Mailbox, feature: String, by member: Member? = nil) -> Int {
        var wakeups = Wakeups()
        let id = state.withLock { state in
            state.nextReader += 1
            state.readers.append(
                Reader(
                    id: state.nextReader, feature: feature, mailbox: mailbox,
                    member: member.map(ObjectIdentifier.init), isHeld: member?.isHeld ?? false))
            if let latest = state.latest { mailbox.put(latest, isRetained: true, waking: &wakeups) }
            for parcel in state.kept.all { mailbox.put(parcel, isRetained: true, waking: &wakeups) }
            return state.nextReader
        }
        wakeups.wake()
        return id
    }

    func unsubscribe(_ id: Int) {
        state.withLock { state in
            guard let index = state.readers.firstIndex(where: { $0.id == id }) else { return }
            let counts = state.readers.remove(at: index).mailbox.counts
            state.pastReaders.delivered += counts.delivered
            state.pastReaders.dropped += counts.dropped
            state.pastReaders.unread += UInt64(counts.waiting)
        }
    }

    /// Sends all events from now on to one run and none to the other, which may still read those that it has.
    func handOver(from other: Member?, to member: Member) {
        var wakeups = Wakeups()
        let room = state.withLock { state -> [Signal] in
            var room: [Signal] = []
            for index in state.readers.indices {
                let reader = state.readers[index]
                if reader.member == ObjectIdentifier(member) { state.readers[index].isHeld = false }
                guard let other, reader.member == ObjectIdentifier(other) else { continue }
                room += reader.mailbox.close(waking: &wakeups)
            }
            return room
        }
        wakeups.wake()
        for signal in room { signal.raise() }
    }

    var report: TopicReport {
        state.withLock { state in
            TopicReport(
                name: name, published: state.published, lost: state.lost,
                kept: state.latest == nil ? state.kept.count : 1, forgotten: state.kept.forgotten,
                publishers: state.seats.keys.sorted(),
                readers: state.readers.map { reader in
                    let counts = reader.mailbox.counts
                    return TopicReport.Reader(
                        feature: reader.feature, delivered: counts.delivered, dropped: counts.dropped,
                        waiting: counts.waiting)
                },
                endedReaders: state.pastReaders)
        }
    }

    private func deliver(
        _ parcel: Parcel, from seat: Seat, by member: Member, at time: Timestamp, _ state: inout State,
        waking wakeups: inout Wakeups
    ) {
        state.sequences[seat.index] += 1
        state.published += 1
        parcel.stamp(sequence: state.sequences[seat.index], time: time)
        if !member.isSuperseded { keep(parcel, &state) }
        // What a topic keeps is a current state, which both runs may know; an event is for one of the two runs.
        for reader in state.readers where !reader.isHeld || state.retention.keepsAny {
            reader.mailbox.put(parcel, waking: &wakeups)
        }
        if tracers.areThere { tracers.put(parcel, waking: &wakeups) }
    }

    private func keep(_ parcel: Parcel, _ state: inout State) {
        switch state.retention {
        case .nothing: break
        case .latest: state.latest = parcel
        case .latestPer:
            guard let mark = parcel.mark else { break }
            if mark.isOver { state.kept.remove(mark.key) } else { state.kept.put(parcel, for: mark.key) }
        }
    }
}

/// The numbers of one topic, for the wiring and the metrics.
@_spi(Hosting) public struct TopicReport: Sendable {
    /// What one reader received and lost.
    public struct Reader: Sendable {
        /// The reader's feature.
        public let feature: String
        /// How many messages it took.
        public let delivered: UInt64
        /// How many it lost, because it was slow or could not decode them.
        public let dropped: UInt64
        /// How many wait for it now.
        public let waiting: Int
    }

    /// What all readers that have left received and lost together, so that the totals stay complete.
    public struct EndedReaders: Sendable {
        /// How many messages they took.
        public internal(set) var delivered: UInt64 = 0
        /// How many they lost.
        public internal(set) var dropped: UInt64 = 0
        /// How many were unread when the readers left.
        public internal(set) var unread: UInt64 = 0
    }

    /// The topic's name.
    public let name: String
    /// How many messages were published.
    public let published: UInt64
    /// How many were published in a worker and lost because the link to the host was full.
    public let lost: UInt64
    /// How many values it keeps now for late readers.
    public let kept: Int
    /// How many keys it forgot, since it keeps values for a limited number of keys.
    public let forgotten: UInt64
    /// Features that publish there, or once did.
    public let publishers: [String]
    /// The readers that it has now.
    public let readers: [Reader]
    /// What readers that have left received and lost.
    public let endedReaders: EndedReaders
}
