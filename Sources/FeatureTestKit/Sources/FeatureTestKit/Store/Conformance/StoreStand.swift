@_spi(Hosting) public import FeatureKit

/// What the conformance suite stands on: it makes stores of the kind that is to be proved.
@_spi(Hosting) public protocol StoreStand: Sendable {
    /// A source whose stores keep nothing yet; each case asks once.
    func source(within limits: StoreStandLimits) async throws -> any StoreSource
    /// The same stores as a restart of the host finds them. None of them is open.
    func restarted(_ source: any StoreSource) async throws -> any StoreSource
}

/// How much the stores of a case keep.
@_spi(Hosting) public struct StoreStandLimits: Sendable {
    /// The most documents of a feature.
    public var documents: Int
    /// The most bytes of a feature.
    public var bytes: Int
    /// How many changes are kept.
    public var keptChanges: Int
    /// How many bytes of changes are kept, at least the newest one.
    public var keptChangeBytes: Int

    /// The limits that apply unless a case needs others.
    public init(
        documents: Int = StoreLimits.documents, bytes: Int = StoreLimits.bytes,
        keptChanges: Int = StoreLimits.keptChanges, keptChangeBytes: Int = StoreLimits.keptChangeBytes
    ) {
        self.documents = documents
        self.bytes = bytes
        self.keptChanges = keptChanges
        self.keptChangeBytes = keptChangeBytes
    }
}
