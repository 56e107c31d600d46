@_spi(Hosting) public import FeatureKit

/// The feature that a rig runs.
@_spi(Hosting) public struct RigSubject: Sendable {
    /// Its id.
    public let id: String
    /// What its library handed over.
    public let entry: FeatureEntry
    /// What it may use.
    public let wiring: Wiring
    /// Where it runs.
    public let way: RigWay

    /// Describes a feature, which may use what its library declares.
    public init(id: String, entry: FeatureEntry, way: RigWay = .asked) {
        self.id = id
        self.entry = entry
        self.way = way
        wiring = Wiring(entry.contracts)
    }

    /// The names of all its contracts.
    var everything: Set<String> { Set(entry.contracts.map(\.name)) }
}
