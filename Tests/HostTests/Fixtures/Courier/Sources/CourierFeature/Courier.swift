internal import Courier
internal import FeatureKit

/// The version: the first.
enum First: CourierVersion {
    static let version = "1.0.0"
    static let isBroken = false
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Courier<First>.self) }
