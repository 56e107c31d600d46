@_spi(Hosting) package import FeatureKit

/// What a unit declares: all that its scenarios may speak of.
package struct ScenarioContract: Sendable {
    /// A route's data.
    package struct Route: Sendable {
        package let request: Shape
        package let reply: Shape
        package let streams: Bool
    }

    /// The feature's id.
    package let feature: String
    package let settings: Shape
    /// What each flag holds by default.
    package let flags: [String: Value]
    package let publishes: [String: Shape]
    package let reads: [String: Shape]
    private let retentions: [String: TopicRetention]
    package let serves: [String: Route]
    /// What it asks of others.
    package let requests: [String: Route]
    package let collections: [String: Shape]
    package let keepsBlobs: Bool

    /// - Parameters:
    ///   - settings: The Shape of its settings.
    ///   - contracts: What its library says of the names in the manifest.
    package init(_ manifest: Manifest, settings: Shape, contracts: [Contract]) {
        func shapes(_ role: Contract.Role) -> [String: Shape] {
            let own = contracts.filter { $0.role == role }
            return Dictionary(own.map { ($0.name, $0.shape) }) { first, _ in first }
        }
        func routes(_ role: Contract.Role) -> [String: Route] {
            let own = contracts.filter { $0.role == role }.map { contract in
                let reply = contract.reply ?? .anything
                return (
                    contract.name,
                    Route(request: contract.shape, reply: reply, streams: contract.endpoint?.streams ?? false)
                )
            }
            return Dictionary(own) { first, _ in first }
        }
        feature = manifest.id
        self.settings = settings
        let defaults = contracts.compactMap { contract in contract.decision.map { (contract.name, $0.fallback) } }
        flags = Dictionary(defaults) { first, _ in first }
        publishes = shapes(.publishes)
        reads = shapes(.reads)
        let read = contracts.filter { $0.role == .reads }
        retentions = Dictionary(read.map { ($0.name, $0.retention) }) { first, _ in first }
        serves = routes(.serves)
        requests = routes(.requests)
        let kept = contracts.filter { $0.role == .keeps }
        collections = Dictionary(kept.compactMap(\.collection).map { ($0.name, $0.shape) }) { first, _ in first }
        keepsBlobs = kept.contains { $0.collection == nil }
    }

    /// What a topic keeps that the feature reads, as it declares the topic.
    package func retention(of topic: String) -> TopicRetention { retentions[topic] ?? .nothing }
}
