@_spi(Hosting) import FeatureKit
import HostRuntime

/// A stream that ends when its reader loses access.
protocol GatedStream: AnyObject, Sendable {
    /// Ends it with an event that says why.
    func cut(_ reason: [UInt8])
}

/// The open streams of modules behind a gate.
///
/// The references are weak: a stream lives as long as its request.
final class GatedStreams: Sendable {
    /// From how many entries on those of ended streams are removed.
    static let leastToPrune = 64

    private struct Entry {
        weak var stream: (any GatedStream)?
        let caller: Caller
        let feature: String
    }

    private struct State {
        var entries: [Entry] = []
        var mostUnpruned = GatedStreams.leastToPrune
    }

    private let state = Lock(State())
    private let asker: Lock<FlagAsker>

    init(_ asker: FlagAsker) { self.asker = Lock(asker) }

    /// Ends a stream when its reader loses the module, and at once if that has already happened.
    func add(_ stream: any GatedStream, of feature: String, for caller: Caller) {
        state.withLock { state in
            if state.entries.count >= state.mostUnpruned {
                state.entries.removeAll { $0.stream == nil }
                // Twice as many as there are now, so that the cost of pruning per added stream stays small.
                state.mostUnpruned = max(Self.leastToPrune, 2 * state.entries.count)
            }
            state.entries.append(Entry(stream: stream, caller: caller, feature: feature))
        }
        if !has(caller, feature) { stream.cut(StreamReply.off) }
    }

    /// Ends the streams of readers who have lost the module, after flags or modules have changed.
    func endRefused() {
        let entries = state.withLock { $0.entries }
        for entry in entries where !has(entry.caller, entry.feature) { entry.stream?.cut(StreamReply.off) }
    }

    private func has(_ caller: Caller, _ feature: String) -> Bool {
        asker.withLock { $0.lets(caller, have: feature) }
    }
}
