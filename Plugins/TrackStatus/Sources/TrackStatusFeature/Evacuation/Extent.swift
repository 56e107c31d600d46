/// Where an evacuation holds: everywhere, or in some zones.
///
/// It only grows: what is evacuated is given back by clearing it, and in no other way.
struct Extent: Equatable {
    /// More zones than that are everywhere.
    static let most = 1_024
    static let everywhere = Extent(zones: [])

    /// None: everywhere.
    let zones: Set<Int>

    init(zones: Set<Int>) { self.zones = zones.count > Self.most ? [] : zones }

    var isEverywhere: Bool { zones.isEmpty }

    /// Both together.
    func joined(with other: Extent) -> Extent {
        isEverywhere || other.isEverywhere ? .everywhere : Extent(zones: zones.union(other.zones))
    }
}
