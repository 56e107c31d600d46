/// The state of every feature that the host knows; any feature may read it if its `feature.yaml` declares it.
public struct HostFeatures: Shaped, Equatable, Codable {
    /// One feature's state.
    public struct Entry: Shaped, Equatable, Codable {
        /// The feature's id.
        public let id: String
        /// `off`, `waiting`, `starting`, `active`, `stopping`, `failed`, `quarantined` or `stuck`.
        public let state: String
        /// Why it is not active, where more is known than the state.
        public let reason: String?
        /// Since when it has been in that state.
        public let since: Timestamp

        /// The id, the state, the reason and the time.
        public static let shape = Shape.object([
            Field("id", .text(), "The feature's id."),
            Field("state", .text(), "The word of its state; more may come, so take unknown ones for not active."),
            Field("reason", .text(), "Why it is not active, where there is more to say.", optional: true),
            Field("since", .timestamp, "Since when it is in that state."),
        ])

        /// Describes one feature's state.
        public init(id: String, state: String, reason: String? = nil, since: Timestamp) {
            self.id = id
            self.state = state
            self.reason = reason
            self.since = since
        }
    }

    /// Every feature, by id.
    public let features: [Entry]

    /// A list of states.
    public static let shape = Shape.object([Field("features", .list(of: .of(Entry.self)), "Every feature, by id.")])

    /// Lists features.
    public init(features: [Entry]) { self.features = features }

    /// Whether that feature is active.
    public func isActive(_ id: String) -> Bool { features.contains { $0.id == id && $0.state == "active" } }
}

extension Topic where Payload == HostFeatures {
    /// The states of all features, kept for readers that come late.
    public static var hostFeatures: Topic<HostFeatures> { .init("host.features", retain: .latest) }
}
