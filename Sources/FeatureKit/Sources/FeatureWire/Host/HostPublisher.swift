@_spi(Hosting) internal import FeatureKit

/// What a worker publishes on one topic, as the plain data that came over the wire.
struct HostPublisher: Sendable {
    private let plain: Publisher<Value>
    private let veiled: Publisher<VeiledValue>?
    private let shape: Shape

    init(_ bus: Bus, on topic: String, _ shape: Shape, keeping retention: TopicRetention) throws(BusError) {
        plain = try bus.publisher(onPlain: topic, shape, keeping: retention)
        veiled = shape.holdsSecrets ? plain.veiling() : nil
        self.shape = shape
    }

    func callAsFunction(_ value: Value, because cause: Cause?) {
        if let (veiled, value) = hidden(value) { veiled(value, because: cause) } else { plain(value, because: cause) }
    }

    func publishWaiting(_ value: Value, within limit: Duration, because cause: Cause?) async throws -> Bool {
        if let (veiled, value) = hidden(value) {
            return try await veiled.publishWaiting(value, within: limit, because: cause)
        }
        return try await plain.publishWaiting(value, within: limit, because: cause)
    }

    func lost(_ count: UInt64) { plain.lost(count) }

    private func hidden(_ value: Value) -> (Publisher<VeiledValue>, VeiledValue)? {
        guard let veiled, let value = VeiledValue(value, shape) else { return nil }
        return (veiled, value)
    }
}
