@_spi(Hosting) package import FeatureKit

/// Plays the host for one feature, which may use every contract that it declares.
package enum LoneFeature {
    package static func instance(
        _ id: String, _ entry: FeatureEntry, on bus: BusCore, stores: (any StoreSource)? = nil,
        onReady: @escaping @Sendable () -> Void = {}
    ) -> FeatureInstance {
        var wiring = Wiring()
        for contract in entry.contracts {
            switch contract.role {
            case .publishes: wiring.publishes.insert(contract.name)
            case .reads: wiring.reads.insert(contract.name)
            case .serves: wiring.serves.insert(contract.name)
            case .requests: wiring.requests.insert(contract.name)
            default: break
            }
        }
        return FeatureInstance(
            id: id, entry: entry, settings: .object([:]),
            in: .init(bus: bus, wiring: wiring, flags: NoFlags(), stores: stores, log: NoLog(), onReady: onReady))
    }
}

/// Takes no lines.
package struct NoLog: LogSink {
    package init() {}
    package func takes(_ level: LogLevel, from feature: String) -> Bool { false }
    package func write(_ record: LogRecord) {}
}

private struct NoFlags: FlagSource { func value(of key: String, for caller: Caller) -> Value? { nil } }
