@_spi(Hosting) import FeatureKit
import HostRuntime

/// A stream that ends when whoever reads it may not any more.
protocol LeashedStream: AnyObject, Sendable {
    /// Ends it with an event that says why.
    func cut(_ reason: [UInt8])
}

/// The open streams of features that not everybody has.
///
/// It holds none of them: they are there for as long as their requests are.
final class Leashes: Sendable {
    /// From so many on those are looked for that have gone.
    static let leastToPrune = 64

    private struct Leash {
        weak var stream: (any LeashedStream)?
        let caller: Caller
        let feature: String
    }

    private struct State {
        var leashes: [Leash] = []
        var mostUnpruned = Leashes.leastToPrune
    }

    private let state = Lock(State())
    private let asker: Lock<FlagAsker>

    init(_ asker: FlagAsker) { self.asker = Lock(asker) }

    /// Ends a stream when its reader loses the feature; at once where that has happened on its way here.
    func add(_ stream: any LeashedStream, of feature: String, for caller: Caller) {
        state.withLock { state in
            if state.leashes.count >= state.mostUnpruned {
                state.leashes.removeAll { $0.stream == nil }
                // Twice as many as there are, so that looking costs each of them little.
                state.mostUnpruned = max(Self.leastToPrune, 2 * state.leashes.count)
            }
            state.leashes.append(Leash(stream: stream, caller: caller, feature: feature))
        }
        if !has(caller, feature) { stream.cut(StreamReply.off) }
    }

    /// Looks at all of them, after flags or features have changed.
    func tighten() {
        let leashes = state.withLock { $0.leashes }
        for leash in leashes where !has(leash.caller, leash.feature) { leash.stream?.cut(StreamReply.off) }
    }

    private func has(_ caller: Caller, _ feature: String) -> Bool {
        asker.withLock { $0.lets(caller, have: feature) }
    }
}
