internal import FeatureKit

/// Who looks at bars just now, and what is to be found out for them.
///
/// Whatever changes is only noted; one loop finds out how it is now, once for everybody who looks at that bar. So what they see is in
/// order, and who is slow misses what was in between.
struct Live: Sendable {
    /// How long after the store has failed it is asked again.
    static let pause = Duration.seconds(1)

    typealias Look = AsyncStream<OccupancyShown>.Continuation

    private let watch = Lock<(watch: Watch<Look>, isClosed: Bool)>((Watch(), false))
    private let wake: AsyncStream<Void>.Continuation
    /// Once there may be something to find out; for one loop.
    let wakes: AsyncStream<Void>

    init() { (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Something of a bar is not as it was, that belongs to its day of today.
    func changed(_ bar: String) { changed(CollectionOfOne(bar)) }

    func changed(_ bars: some Sequence<String>) {
        watch.withLock { $0.watch.change(bars) }
        wake.yield()
    }

    /// A day has begun somewhere.
    func dayBegan() {
        watch.withLock { $0.watch.beginDay() }
        wake.yield()
    }

    // MARK: - Looking

    /// Whether nobody can look any more.
    var isClosed: Bool { watch.withLock { $0.isClosed } }

    /// Begins to look at a bar; it ends where there is none.
    func begin(_ look: Look, at bar: String) -> Int {
        let (ticket, shown) = watch.withLock { state in
            state.isClosed ? (0, nil) : state.watch.begin(look, at: bar)
        }
        if let shown { look.yield(shown) } else { wake.yield() }
        if isClosed { look.finish() }
        return ticket
    }

    func end(_ ticket: Int, at bar: String) { watch.withLock { $0.watch.end(ticket, at: bar) } }

    /// Nobody looks any more, now and later.
    func close() {
        let looks = watch.withLock { state in
            state.isClosed = true
            return state.watch.close()
        }
        for look in looks { look.finish() }
    }

    // MARK: - The loop

    func next() -> Watch<Look>.Due? { watch.withLock { $0.watch.next() } }

    func putOff() { watch.withLock { $0.watch.putOff() } }

    func tellDay(of bars: Set<String>) { watch.withLock { $0.watch.tellDay(of: bars) } }

    /// Shows a bar to whoever looks at it.
    ///
    /// - Returns: What is to be published.
    func tell(_ shown: OccupancyShown, sat: Set<String>) -> [Occupancy] {
        let news = watch.withLock { $0.watch.tell(shown, sat: sat) }
        for look in news.looks { look.yield(shown) }
        return news.published
    }

    func tellGone(_ bar: String) -> [Occupancy] {
        let news = watch.withLock { $0.watch.tellGone(bar) }
        for look in news.looks { look.finish() }
        return news.published
    }
}
