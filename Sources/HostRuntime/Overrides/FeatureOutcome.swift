package import FeatureKit

/// What an override made of a feature.
package struct FeatureOutcome: Sendable, Equatable {
    package let id: String
    /// What is wanted now.
    package let isOn: Bool
    /// Where the feature stands.
    package let state: FeatureState
    /// Whether that is what is wanted.
    package let isReached: Bool
    package let took: Duration
    /// What runs by need of it and so goes with it.
    package let stops: [String]
    /// What waits for it and comes with it.
    package let starts: [String]
    package let why: [String]

    /// The outcome as the operators' API shows it.
    package var value: Value {
        [
            "id": .text(id), "on": .boolean(isOn), "state": .text(state.word), "reached": .boolean(isReached),
            "took": .text(took.toTheMillisecond.inWords), "stops": .texts(stops), "starts": .texts(starts),
            "why": .texts(why),
        ]
    }
}
