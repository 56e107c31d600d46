internal import FeatureKit

/// An evacuation that holds, whoever still says so.
struct EvacuationStanding: Equatable, Sendable {
    var since: Timestamp
    /// Whether more than a single beacon says so.
    var confirmed: Bool
    /// Empty: everywhere.
    var zones: Set<Int> = []
    var message: String?
    var route: String?
    /// Whether it lies in the store, and so outlives this process.
    var kept: Bool
    /// Until when the second step of clearing counts, once the first was taken.
    var clearingUntil: Timestamp?

    /// Whether it is one for that zone.
    func covers(_ zone: Int?) -> Bool { zones.isEmpty || zone.map { zones.contains($0) } ?? false }
}

/// Somebody began to say that there is an evacuation.
struct EvacuationClaim: Equatable, Sendable {
    /// Who says so.
    enum Source: Hashable, Sendable {
        /// A known beacon, by its id or else its address, and the zone that it speaks of.
        case beacon(key: String, zone: Int)
        /// One statement of the network.
        case network(identity: String)
    }

    var source: Source
    /// Whether nobody else can have said it.
    var isSigned: Bool
    /// Empty: everywhere.
    var zones: Set<Int> = []
    var message: String?
    var route: String?
}
