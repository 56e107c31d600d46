/// The table of the README: what counts where beacons and the network may both say something.
enum HybridRule {
    /// What counts; nil where nobody says anything.
    ///
    /// - Parameters:
    ///   - beacons: The worst that the zone's beacons say.
    ///   - network: What the network says of the zone.
    ///   - redFlagIsNewer: Whether the network's red flag came after the beacons were last heard to change.
    static func mode(beacons: Mode?, network: Mode?, redFlagIsNewer: Bool) -> Mode? {
        switch (beacons, network) {
        case (nil, let network): network
        case (let beacons, nil): beacons
        case (.evacuation?, _), (_, .evacuation?): .evacuation
        case (.redFlag?, _): .redFlag
        case (.unknown?, let network?): max(.unknown, network)
        case (let beacons?, .redFlag?): redFlagIsNewer ? .redFlag : beacons
        case (let beacons?, _): beacons
        }
    }
}
