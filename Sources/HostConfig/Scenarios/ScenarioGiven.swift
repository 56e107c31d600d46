package import FeatureKit
package import FlagEngine

/// What there is before a scenario begins.
package struct ScenarioGiven: Sendable {
    /// A document that the feature keeps already.
    package struct Document: Sendable {
        package let collection: String
        package let id: String
        package let value: Value
        package let mark: Mark
    }

    package struct StoredBlob: Sendable {
        package let id: String
        package let media: Media
        package let mark: Mark
    }

    /// What others published before.
    package struct Publication: Sendable {
        package let topic: String
        package let value: Value
    }

    /// Complete, with absolute paths.
    package var settings: Value
    /// What the document says of flags, under their keys.
    package var flags: [FlagDefinition] = []
    package var documents: [Document] = []
    package var blobs: [StoredBlob] = []
    package var clock: Timestamp?
    package var topics: [Publication] = []
    /// Nil where nothing is said of other features.
    package var neighbours: [String: String]?
    package var routes: [String: PlayedRoute] = [:]
    package var callers: [String: Caller] = [:]
}

/// What a route answers that the test plays.
package enum PlayedRoute: Sendable, Equatable {
    case reply(Value)
    case refuse(RouteError)
    /// It takes the question and says nothing.
    case silent
}
