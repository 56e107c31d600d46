@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// An issuer that is followed: messages that a module publishes about it are kept from the initializer on.
final class Followed: Sendable {
    let issuer: TrustedIssuer
    /// The messages about ended sessions; nil where no module publishes them.
    let sessions: Messages<EndedSession>?
    /// The states of features; nil where no feature has its keys.
    let features: Trace?
    /// How many messages about sessions have been handled.
    let heard = Lock<UInt64>(0)
    /// Rung after each of them.
    let hears = Bell()

    init(_ issuer: TrustedIssuer, in surroundings: Access.Surroundings) {
        self.issuer = issuer
        let settings = issuer.settings
        if case .route = settings.keys {
            features = surroundings.bus.watch(Topic.hostFeatures.name, as: Self.reader)
        } else {
            features = nil
        }
        guard let topic = settings.revoked else {
            sessions = nil
            return
        }
        let member = surroundings.bus.join(
            Self.reader, wiring: Wiring(reads: [topic]), log: surroundings.log)
        do throws(BusError) {
            sessions = try Bus(member: member).messages(
                on: Topic<EndedSession>(topic), overflow: .dropOldest(Overflow.largestCapacity))
        } catch {
            surroundings.log.error(
                "nobody is told which sessions are over", [("issuer", settings.name), ("because", "\(error)")])
            sessions = nil
        }
    }

    /// The host reads it.
    static let reader = "host"
}
