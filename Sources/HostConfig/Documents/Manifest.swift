package import FeatureKit

/// What people decide about a feature, in its `feature.yaml`; what its code declares is packed beside its library.
package struct Manifest: Sendable, Equatable {
    /// How far a feature has come.
    package enum Stage: String, Sendable, CaseIterable, Decodable {
        case alpha
        case beta
        case stable
        case deprecated
    }

    /// Who answers for a flag that the code declares, and for how long.
    package struct Flag: Sendable, Equatable {
        package let key: String
        package let owner: String
        /// The day on which the flag should be gone.
        package let expiry: Timestamp?
    }

    /// How often it is started again before it is put into quarantine.
    package struct Restart: Sendable, Equatable, Decodable {
        package let most: Int
        package let within: Duration
    }

    package let id: String
    package let version: String
    package let summary: String
    package let stage: Stage
    /// Whether operators are kept from switching it.
    package let isLocked: Bool
    /// It runs only while these are active.
    package let needs: [String]
    /// It starts after these, where both are on.
    package let after: [String]
    /// In the order of their keys.
    package let flags: [Flag]
    /// Where its routes stand, each without a slash at the end; never empty.
    package let mounts: [String]
    /// Where it should run.
    package var runs = RunMode.host
    /// What its process should be allowed to take.
    package var worker = WorkerSection()
    package let restart: Restart
}
