@_spi(Hosting) internal import FeatureKit

extension [Contract] {
    /// The wiring that a manifest of these contracts would declare.
    var wiring: Wiring {
        func names(_ role: Contract.Role) -> Set<String> { Set(filter { $0.role == role }.map(\.name)) }
        return Wiring(
            publishes: names(.publishes), reads: names(.reads), serves: names(.serves), requests: names(.requests))
    }
}
