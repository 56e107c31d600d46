@_spi(Hosting) package import FeatureKit
internal import HostConfig

/// Publishes the configurations that the host refused.
package struct RefusalPublisher: Sendable {
    private let publisher: Publisher<ConfigRejected>

    package init(bus: BusCore, log: Log) throws {
        let member = bus.join("host", wiring: Wiring(publishes: [Topic.configRejected.name]), log: log)
        publisher = try Bus(member: member).publisher(on: .configRejected)
    }

    /// Publishes the errors among the diagnostics.
    func reject(_ diagnostics: Diagnostics, at now: Timestamp) {
        publisher(ConfigRejected(at: now, problems: diagnostics.errors.map(\.headline)))
    }
}
