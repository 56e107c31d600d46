internal import Courier
internal import FeatureKit

/// The version: the next.
enum Next: CourierVersion {
    static let version = "2.0.0"
    static let isBroken = false
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Courier<Next>.self) }
