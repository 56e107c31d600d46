@_spi(Hosting) public import FeatureKit

/// The feature that a rig runs.
@_spi(Hosting) public struct RigSubject: Sendable {
    /// Its id.
    public let id: String
    /// What its library handed over.
    public let entry: FeatureEntry
    /// What it may touch.
    public let wiring: Wiring
    /// Where it runs.
    public let way: RigWay

    /// Names a feature, which may touch what its library declares.
    public init(id: String, entry: FeatureEntry, way: RigWay = .asked) {
        self.id = id
        self.entry = entry
        self.way = way
        wiring = Wiring(entry.contracts)
    }

    /// What others do with what it touches, and what it touches of others.
    var everything: Set<String> { Set(entry.contracts.map(\.name)) }
}
