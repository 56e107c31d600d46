@_spi(Hosting) internal import FeatureKit

/// A unit that is to take over from the one that a feature runs from, until it is known whether it can.
final class Replacement: Sendable {
    /// What became of it.
    enum Outcome: Sendable, Equatable {
        /// Its life is ready, and waits for the word.
        case stands
        /// The feature stays as it was.
        case keeps(reason: String)
    }

    let feature: LoadedFeature
    private let known = Signal()
    private let end = Lock<Outcome?>(nil)

    init(_ feature: LoadedFeature) { self.feature = feature }

    /// Sets the outcome for those who wait; only the first call has an effect.
    func finish(_ outcome: Outcome) {
        end.withLock { if $0 == nil { $0 = outcome } }
        known.raise()
    }

    /// Waits until it is known.
    var outcome: Outcome {
        get async {
            await known.wait()
            return end.withLock { $0 } ?? .keeps(reason: "nobody waits for it any more")
        }
    }
}
