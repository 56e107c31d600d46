internal import FeatureKit
internal import Steady

/// The steady feature in the east.
enum East: SteadyNames {
    static let own = "east"
    static let neighbour = "north"
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Steady<East>.self) }
