package import FeatureKit
package import HostConfig

/// All there is to say of a feature: what it is, what is wanted of it, and how it does.
package struct FeatureReport: Sendable {
    /// A route that it serves.
    package struct Route: Sendable, Equatable {
        package let name: String
        package let method: String
        /// With the mount.
        package let path: String
        package let access: String
        /// Whether it can be asked now.
        package let isServed: Bool
    }

    /// A topic that it touches, with what went over it for all who read it.
    package struct Topic: Sendable, Equatable {
        package let name: String
        package let publishes: Bool
        package let reads: Bool
        package let isWatchable: Bool
        package let traffic: TopicTraffic
    }

    package let id: String
    package let state: FeatureState
    package let since: Timestamp?
    package let starts: Int
    /// What is wanted.
    package let isOn: Bool
    /// What the document says; nil where it does not name the feature.
    package let document: Bool?
    package let toggle: Override?
    package let rollout: Override?
    /// Nil where its manifest can't be used.
    package let manifest: Manifest?
    package let folder: String
    /// The features that need it.
    package let needed: [String]
    package let why: [String]
    /// That its gate lets nobody in, although it is switched on; nil where that is not so.
    package let shutGate: String?
    package let routes: [Route]
    package let topics: [Topic]
    /// The routes of others that it asks.
    package let requests: [String]
    /// The collections of documents; `blobs` stands for its blobs.
    package let keeps: [String]
    package let flags: [DeclaredFlag]
    /// The kit that its library was built with; nil where it can't be used.
    package let kit: KitVersion?
    /// Its settings as they may be shown; nil where it has none.
    package let settings: Value?
    package let runs: [FeatureRun]
    /// Where it runs, or would.
    package var runsIn = RunMode.host
    /// Nil where it runs in the host.
    package var worker: WorkerReport?
}

/// What went over a topic so far.
package struct TopicTraffic: Sendable, Equatable {
    package var published: UInt64 = 0
    package var delivered: UInt64 = 0
    package var dropped: UInt64 = 0
    package var waiting = 0
    /// Published by workers, and lost on the way to the host.
    package var lost: UInt64 = 0
    /// Values that are kept for those who come late.
    package var kept = 0
    /// Keys that were forgotten, since there were more than the topic keeps.
    package var forgotten: UInt64 = 0
}
