@_spi(Hosting) internal import FeatureKit

/// Flags that hold what the manifest says.
///
/// A flag that it does not declare holds nothing.
struct FlagDefaults: FlagSource {
    let values: [String: Value]

    func value(of key: String, for caller: Caller) -> Value? { values[key] }
}
