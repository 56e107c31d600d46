/// Decides who has which feature, as far as features ask each other.
///
/// To those who do not have it a feature's routes are not there.
@_spi(Hosting) public protocol RouteGate: Sendable {
    /// Whether a caller has a feature; asked for each request, so it must not wait.
    func lets(_ caller: Caller, have feature: String) -> Bool
}
