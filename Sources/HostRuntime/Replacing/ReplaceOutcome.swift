package import FeatureKit

/// What came of replacing a feature's unit.
package struct ReplaceOutcome: Sendable, Equatable {
    package let id: String
    /// The version that the feature runs from now, and the one before; nil where its manifest could not be read.
    package let version: String?
    package let former: String?
    /// What counts of it now; nil where the unit in the host's folders does.
    package let override: Override?
    /// What counts with it.
    package let revision: Int?
    /// Whether the new life took the place of the old one without a break; otherwise there was none, and what is
    /// wanted starts from the new unit.
    package let hasTakenOver: Bool
    /// Whether a former life is still answering what it was asked.
    package let isDraining: Bool
    package let state: FeatureState
    /// Since when it is in that state, or since when the new life is.
    package let since: Timestamp
    package let took: Duration
    package let why: [String]

    /// Whether all is as it was wanted.
    package let isReached: Bool

    /// The outcome as the operators' API shows it.
    package var value: Value {
        [
            "id": .text(id), "version": .orNull(version), "former": .orNull(former),
            "override": override?.asData ?? .null, "handedOver": .boolean(hasTakenOver),
            "draining": .boolean(isDraining), "state": .text(state.word), "since": .text("\(since)"),
            "reached": .boolean(isReached), "took": .text(took.toTheMillisecond.inWords), "why": .texts(why),
        ]
    }
}
