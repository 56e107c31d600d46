@_spi(Hosting) public import FeatureKit

/// The feature that a rig runs.
@_spi(Hosting) public struct RigSubject: Sendable {
    /// Its id.
    public let id: String
    /// What its library handed over.
    public let entry: FeatureEntry
    /// What its manifest lets it touch.
    public let wiring: Wiring
    /// Where it runs.
    public let way: RigWay

    /// Names a feature.
    public init(id: String, entry: FeatureEntry, wiring: Wiring, way: RigWay = .asked) {
        self.id = id
        self.entry = entry
        self.wiring = wiring
        self.way = way
    }

    /// A feature without a manifest, which may touch what its library declares.
    public init(id: String, entry: FeatureEntry, way: RigWay = .asked) {
        self.init(id: id, entry: entry, wiring: entry.contracts.wiring, way: way)
    }

    /// What others do with what it touches, and what it touches of others.
    var everything: Set<String> { Set(entry.contracts.map(\.name)) }
}
