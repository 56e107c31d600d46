internal import FeatureKit
internal import Steady

/// The steady feature in the south.
enum South: SteadyNames {
    static let own = "south"
    static let neighbour = "east"
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Steady<South>.self) }
