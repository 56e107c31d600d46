internal import FeatureKit
internal import Steady

/// The steady feature in the west.
enum West: SteadyNames {
    static let own = "west"
    static let neighbour = "south"
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Steady<West>.self) }
