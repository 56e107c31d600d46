package import FeatureKit

/// What a feature says of itself in `feature.yaml`, which is read without running its code.
package struct Manifest: Sendable, Equatable {
    /// How far a feature has come.
    package enum Stage: String, Sendable, CaseIterable, Decodable {
        case alpha
        case beta
        case stable
        case deprecated
    }

    /// The topics that it touches.
    package struct Topics: Sendable, Equatable, Decodable {
        package let publishes: [String]
        package let reads: [String]
        /// Those of the published ones that apps may watch over HTTP.
        package let watchable: [String]
    }

    /// A flag that it asks for.
    package struct Flag: Sendable, Equatable {
        package let key: String
        package let fallback: Value
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
    /// The oldest kit that it runs on.
    package let kit: KitVersion
    package let summary: String
    package let stage: Stage
    /// Whether operators are kept from switching it.
    package let isLocked: Bool
    /// It runs only while these are active.
    package let needs: [String]
    /// It starts after these, where both are on.
    package let after: [String]
    package let topics: Topics
    /// The routes that it serves.
    package let routes: [String]
    /// The routes of others that it asks.
    package let requests: [String]
    /// The collections of documents that it keeps; `blobs` stands for its blobs.
    package let keeps: [String]
    /// In the order of their keys.
    package let flags: [Flag]
    /// Where its routes stand, without a slash at the end.
    package let mount: String
    /// Where it should run.
    package var runs = RunWay.host
    /// What its process should be allowed to take.
    package var worker = WorkerSection()
    package let restart: Restart
    /// The system libraries that it needs.
    package let links: [String]
}
