internal import FeatureKit

/// Whether the feature that the status goes back to can be heard.
enum Presence: Equatable {
    case active
    /// It is not active yet: nothing it said before counts, but what it says from now on does. The host's word about
    /// a start may come later than the first sighting.
    case coming
    /// Nothing can come of it.
    case gone
}

extension HostFeatures {
    /// What the host says of a feature; words that are not known are taken for gone.
    func presence(of id: String) -> Presence {
        switch features.first(where: { $0.id == id })?.state {
        case "active": .active
        case "waiting", "starting": .coming
        default: .gone
        }
    }
}
