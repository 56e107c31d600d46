internal import FeatureKit

/// Who follows which bar's occupancy, what was published of it, and which bars have to be looked at again.
///
/// Whatever changes is only noted; one loop looks at the bar and sends what it found to everybody, so that it comes in order. A
/// slow subscriber misses what was in between.
final class OccupancyFeed: Sendable {
    typealias Subscriber = AsyncStream<OccupancyView>.Continuation

    private struct State {
        var subscribers: [ID<Bar>: [Int: (send: Subscriber, last: OccupancyView?)]] = [:]
        var published: [ID<Bar>: [String: Occupancy]] = [:]
        var changed: Set<ID<Bar>> = []
        var lastNumber = 0
        var isClosed = false
    }

    private let state = Lock(State())
    private let wake: AsyncStream<Void>.Continuation
    /// Comes when a bar has to be looked at; for one loop.
    let wakes: AsyncStream<Void>

    init() { (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Notes that bars have to be looked at.
    func changed(_ bars: Set<ID<Bar>>) {
        state.withLock { $0.changed.formUnion(bars) }
        wake.yield()
    }

    /// The bars that somebody follows, or of which something was published.
    var known: Set<ID<Bar>> { state.withLock { Set($0.subscribers.keys).union($0.published.keys) } }

    /// A bar that has to be looked at; it is taken off the list.
    func next() -> ID<Bar>? { state.withLock { $0.changed.popFirst() } }

    // MARK: - Subscribers

    /// Follows a bar; the number ends it.
    func subscribe(_ subscriber: Subscriber, to bar: ID<Bar>) -> Int {
        let (number, isClosed) = state.withLock { state in
            state.lastNumber += 1
            if !state.isClosed { state.subscribers[bar, default: [:]][state.lastNumber] = (subscriber, nil) }
            return (state.lastNumber, state.isClosed)
        }
        if isClosed { subscriber.finish() } else { changed([bar]) }
        return number
    }

    func unsubscribe(_ number: Int, from bar: ID<Bar>) {
        state.withLock { state in
            state.subscribers[bar]?[number] = nil
            if state.subscribers[bar]?.isEmpty == true { state.subscribers[bar] = nil }
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends all streams, now and later.
    func close() {
        let all = state.withLock { state in
            state.isClosed = true
            defer { state.subscribers = [:] }
            return state.subscribers.values.flatMap { $0.values.map(\.send) }
        }
        for subscriber in all { subscriber.finish() }
    }

    // MARK: - The loop

    /// Sends a bar as it is now to its subscribers; for the loop alone.
    ///
    /// - Returns: What has to be published.
    func show(_ view: OccupancyView, booked: Set<String>) -> [Occupancy] {
        let (sending, publishing) = state.withLock { state in
            var sending: [Subscriber] = []
            for (number, subscriber) in state.subscribers[view.bar] ?? [:] where subscriber.last != view {
                sending.append(subscriber.send)
                state.subscribers[view.bar]?[number]?.last = view
            }
            var published = state.published[view.bar] ?? [:]
            var publishing: [Occupancy] = []
            for shift in view.shifts where booked.contains(shift.shift) {
                if published.updateValue(shift, forKey: shift.shift) != shift { publishing.append(shift) }
            }
            // What was published of another day, or of a shift for which it is closed today, ends.
            for (shift, known) in published where !booked.contains(shift) {
                publishing.append((view.shifts.first { $0.shift == shift } ?? known).ended)
                published[shift] = nil
            }
            state.published[view.bar] = published.isEmpty ? nil : published
            return (sending, publishing)
        }
        for subscriber in sending { subscriber.yield(view) }
        return publishing
    }

    /// Ends the streams of a bar that was removed.
    ///
    /// - Returns: What has to be published for the last time.
    func remove(_ bar: ID<Bar>) -> [Occupancy] {
        let (subscribers, published) = state.withLock { state in
            (state.subscribers.removeValue(forKey: bar) ?? [:], state.published.removeValue(forKey: bar) ?? [:])
        }
        for subscriber in subscribers.values { subscriber.send.finish() }
        return published.values.sorted { $0.shift < $1.shift }.map { occupancy in
            var last = occupancy.ended
            last.capacity = 0
            return last
        }
    }
}

extension BarsService {
    /// Looks at the bars that changed, one after the other, until the module is asked to stop.
    func showOccupancy() async {
        defer { feed.close() }
        for await _ in feed.wakes {
            while let bar = feed.next() {
                do {
                    let today = try await occupancy(of: bar)
                    let published = today.map { feed.show($0.view, booked: $0.booked) } ?? feed.remove(bar)
                    for occupancy in published { occupied(occupancy) }
                } catch {
                    guard !Task.isCancelled else { return }
                    log.warning("can't read today's occupancy", [("bar", bar.text), ("error", "\(error)")])
                    guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
                    feed.changed([bar])
                }
            }
        }
    }
}
