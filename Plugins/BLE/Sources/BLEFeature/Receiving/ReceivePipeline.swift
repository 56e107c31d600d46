internal import BLEContracts
internal import BeaconRanging
internal import FeatureKit

/// Takes what all sources hear, on any thread, and publishes what comes of it.
final class ReceivePipeline: Sendable {
    struct State: Sendable {
        var reception: Reception
        var gateways: GatewayTable
    }

    let clock: FeatureClock
    private let flags: Flags
    private let state: Lock<State>
    private let checks: Deadlines<Reception.Check>
    private let sighted: Publisher<Sighting>
    private let beacons: Publisher<BeaconStatus>
    private let nearest: Publisher<Nearest>
    /// What becomes of beacons, for those who tell staff; the oldest are left out where too many wait.
    let statuses: AsyncStream<BeaconStatus>
    private let telling: AsyncStream<BeaconStatus>.Continuation
    /// Held while messages are published, so that they keep their order.
    private let publishing = Lock(())

    init(_ settings: BLE.Settings, _ context: FeatureContext) throws {
        (clock, flags) = (context.clock, context.flags)
        (statuses, telling) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(2 * BLE.Settings.mostBeacons))
        checks = Deadlines(on: clock)
        let now = clock.moment
        state = Lock(State(reception: Reception(settings, at: now), gateways: GatewayTable(settings)))
        sighted = try context.bus.publisher(on: .bleSighted)
        beacons = try context.bus.publisher(on: BeaconStatus.topic)
        nearest = try context.bus.publisher(on: Nearest.topic)
        change { _ in }
    }

    /// Looks at the state or changes it, and publishes what comes of that.
    @discardableResult
    func change<Result>(_ body: (inout State) throws -> sending Result) rethrows -> Result {
        let now = clock.moment
        defer { publish() }
        return try state.withLock { state in
            state.reception.pass(to: now)
            let result = try body(&state)
            for (check, time) in state.reception.takeChecks() { checks.set(check, atUptime: time) }
            return result
        }
    }

    private func publish() {
        publishing.withLock { _ in
            let messages = state.withLock { $0.reception.takeMessages() }
            sighted(contentsOf: messages.sightings)
            for status in messages.statuses {
                beacons(status)
                telling.yield(status)
            }
            for change in messages.nearest { nearest(change) }
        }
    }

    /// Uses the ranging method that the flag has for a listener.
    func useFlag(for listener: String) {
        // Declared in the contracts, so that it throws nowhere.
        let flagged = try? flags.value(of: .rangingMethod, for: Caller(key: listener, origin: .system))
        state.withLock { state in
            let method = flagged?.method ?? state.reception.beacons.settings.distance.method
            state.reception.use(method, for: listener)
        }
    }

    /// Finds out who falls silent, until the feature is asked to stop.
    func run() async {
        for await check in checks { change { $0.reception.make(check) } }
    }

    /// Publishes the last message about each beacon and each listener.
    func close() {
        publishing.withLock { _ in
            let (statuses, listeners) = state.withLock { state in
                (state.reception.beacons.lastStatuses(at: state.reception.now), state.reception.allNearest)
            }
            for status in statuses { beacons(status) }
            for known in listeners { nearest(Nearest(listener: known.listener, isGone: true)) }
        }
    }
}

/// The ranging method that operators try for some listeners.
enum FlaggedMethod: String, CaseIterable, Shaped {
    /// The method of the setting `distance`.
    case setting
    case likely, path, regression

    var method: RangingSettings.Method? { RangingSettings.Method(rawValue: rawValue) }
}

extension Flag<FlaggedMethod> {
    static let rangingMethod = Flag(
        "ble.ranging-method", default: .setting,
        "How distances are made, for a listener whose name is the caller's key.")
}
