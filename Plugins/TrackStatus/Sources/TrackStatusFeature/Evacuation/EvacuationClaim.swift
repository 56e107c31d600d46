internal import FeatureKit

/// Who reports an evacuation: a beacon for a zone, or one statement of the network.
@Record struct ClaimSource: Hashable {
    /// The known beacon; absent for the network.
    @Text(1...64) var beacon: String?
    /// The zone that the beacon reports.
    @In(0...65_535) var zone: Int?
    /// What tells the network's statement from others; absent for a beacon.
    @Text(0...4_096) var statement: String?

    static func beacon(_ key: String, zone: Int) -> Self { .init(beacon: key, zone: zone) }
    static func network(identity: String) -> Self { .init(statement: identity) }

    /// The source as people read it.
    var words: String { beacon.map { "beacon \($0)" } ?? "network" }
}

/// Somebody began to report an evacuation.
struct EvacuationClaim: Equatable {
    let source: ClaimSource
    /// Whether the sender is known: an unknown one raises none.
    var isKnown = true
    /// Whether nobody else can have said it.
    var isSigned = false
    /// Empty for everywhere.
    var zones: Set<Int> = []
    var message: String?
    var route: String?
}
