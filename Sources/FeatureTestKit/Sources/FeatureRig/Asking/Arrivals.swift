@_spi(Hosting) public import FeatureKit

/// A message that a feature published.
@_spi(Hosting) public struct Arrival: Sendable, Equatable {
    /// The topic's name.
    public let topic: String
    /// What was published.
    public let value: Value
    /// The wall clock's time.
    public let time: Timestamp
}

/// What a feature published and nobody has looked at yet, by topic, in order.
final class Arrivals: Sendable {
    private struct State {
        var waiting: [String: [Arrival]] = [:]
        var dropped: UInt64 = 0
    }

    private let state = Lock(State())

    func add(_ arrival: Arrival) {
        state.withLock { state in
            state.waiting[arrival.topic, default: []].append(arrival)
            guard state.waiting[arrival.topic, default: []].count > RigLimits.mostArrivals else { return }
            state.waiting[arrival.topic]?.removeFirst()
            state.dropped += 1
        }
    }

    /// Those on a topic that nobody has taken.
    func all(on topic: String) -> [Arrival] { state.withLock { $0.waiting[topic] ?? [] } }

    /// Takes the first ones on a topic.
    func take(_ count: Int, on topic: String) {
        state.withLock { state in
            guard let waiting = state.waiting[topic] else { return }
            state.waiting[topic] = Array(waiting.dropFirst(count))
        }
    }

    /// The topics on which there is something that nobody has taken.
    var topics: [String] { state.withLock { $0.waiting.filter { !$0.value.isEmpty }.keys.sorted() } }

    /// Lets go of all of them.
    func forget() { state.withLock { $0.waiting = [:] } }

    /// How many were dropped because nobody looked at them.
    var dropped: UInt64 { state.withLock { $0.dropped } }
}
