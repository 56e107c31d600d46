internal import Courier
internal import FeatureKit

/// The version: the one that does not come up.
enum Broken: CourierVersion {
    static let version = "3.0.0"
    static let isBroken = true
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Courier<Broken>.self) }
