internal import FeatureKit
internal import Steady

/// The steady feature in the north.
enum North: SteadyNames {
    static let own = "north"
    static let neighbour = "west"
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Steady<North>.self) }
