package import FeatureKit

/// The result of replacing a module's unit.
package struct ReplaceOutcome: Sendable, Equatable {
    package let id: String
    /// The version that the module runs now, and the one before; nil if its manifest could not be read.
    package let version: String?
    package let previous: String?
    /// The override that names the unit; nil if the unit in the configured folders runs.
    package let override: Override?
    /// The revision that is active with it.
    package let revision: Int?
    /// Whether a new life replaced a running one without a break; otherwise none was running, and the module starts
    /// from the new unit if it is on.
    package let hasTakenOver: Bool
    /// Whether the previous life is still answering its requests.
    package let isDraining: Bool
    package let state: FeatureState
    /// Since when the module is in that state, or since when the new life runs.
    package let since: Timestamp
    package let took: Duration
    package let why: [String]

    /// Whether the module has reached the state that was wanted.
    package let isReached: Bool

    /// The outcome as the operators' API shows it.
    package var value: Value {
        [
            "id": .text(id), "version": .orNull(version), "former": .orNull(previous),
            "override": override?.asData ?? .null, "handedOver": .boolean(hasTakenOver),
            "draining": .boolean(isDraining), "state": .text(state.word), "since": .text("\(since)"),
            "reached": .boolean(isReached), "took": .text(took.toTheMillisecond.inWords), "why": .texts(why),
        ]
    }
}
