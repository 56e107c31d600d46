internal import BeaconRanging
internal import FeatureKit

/// What all routes share: what is known of beacons, what is kept of them, and what they are to do.
@Resources struct BeaconService: Sendable {
    /// How long after the store has failed it is tried again.
    static let pause = Duration.seconds(5)

    let store: Store
    let clock: FeatureClock
    let log: Log
    let beacons: StoredCollection<StaffBeacon>
    let commands: StoredCollection<Command>
    let alerts: StoredCollection<StaffAlert>

    let pipeline: ReceivePipeline
    let runners: [SourceRunner]
    let expiries: Deadlines<ID<Command>>
    /// How often commands have changed, and those that wait, unless they have changed since they were read.
    let pending = Lock((generation: 0, commands: [Stored<Command>]?.none))
    /// Held while staff's beacons change in the store and then here.
    let changes = AsyncMutex()
    private let isLoaded = Lock(false)

    /// Loads what is kept, again after a pause where the store can't be read, and ends commands in time.
    func run() async {
        while !isLoaded.withLock({ $0 }) {
            do { try await load() } catch {
                guard !(error is CancellationError) else { return }
                log.error("can't read which beacons staff added and what they are to do", [("error", "\(error)")])
                guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
            }
        }
        await expireCommands()
    }

    /// Loads what is kept, unless that was done.
    func load() async throws {
        guard !isLoaded.withLock({ $0 }) else { return }
        try await changes.withLock {
            guard !isLoaded.withLock({ $0 }) else { return }
            try await loadBeacons()
            try await loadCommands()
            isLoaded.withLock { $0 = true }
        }
    }

    /// Loads the beacons of staff; one that the settings have as well is left aside.
    private func loadBeacons() async throws {
        for try await stored in beacons.all() {
            let beacon = stored.document.known
            let owner = pipeline.change { state -> String? in
                let registry = state.reception.beacons
                if registry[beacon.id]?.definition.isKept == false { return beacon.id }
                if let rival = registry.rival(of: beacon) { return rival.id }
                state.reception.beacons.keep(beacon, at: state.reception.now.uptime)
                return nil
            }
            if let owner { warnLeftAside(beacon.id, settings: owner) }
        }
    }

    private func warnLeftAside(_ beacon: String, settings: String) {
        log.warning(
            "a beacon that staff added is left aside: the settings have it",
            [("beacon", beacon), ("settings", settings)])
    }

    func warnCrowdedZones() {
        for crowd in pipeline.change({ $0.reception.beacons.crowdedZones }) {
            log.warning(
                "a zone has more beacons with keys than are tried for a signature from an address that is not known",
                [
                    ("zone", "\(crowd.zone)"), ("keys", "\(crowd.signers)"),
                    ("tried", "\(BeaconRegistry.mostKeysTried)"),
                ])
        }
    }

    /// Takes settings whose live fields have changed.
    func reconfigure(_ settings: BLE.Settings) async throws {
        try await changes.withLock {
            let leftAside = pipeline.change { state in
                state.gateways.apply(settings)
                return state.reception.apply(settings)
            }
            for id in leftAside { warnLeftAside(id, settings: id) }
            warnCrowdedZones()
            // What was left aside until now may be free.
            if isLoaded.withLock({ $0 }) { try await loadBeacons() }
        }
    }

    func known(_ beacon: String) -> BeaconRegistry.Definition? {
        pipeline.change { $0.reception.beacons[beacon]?.definition }
    }

    /// The gateways that beacons are near to; one that no gateway hears is left out.
    func nearGateways(of beacons: Set<String>) -> [String: String] {
        pipeline.change { state in
            let (registry, now) = (state.reception.beacons, state.reception.now.uptime)
            let near = beacons.compactMap { id in
                registry[id]?.state.nearGateway(at: now, silence: registry.settings.offline).map { (id, $0) }
            }
            return Dictionary(uniqueKeysWithValues: near)
        }
    }

    /// Takes that a gateway makes a request; refuses one that is not known, or that is another caller's.
    func greet(_ gateway: String, _ call: Call) throws(BLERefusal) {
        let (names, isAllowed) = pipeline.change { state in
            (state.gateways.names, state.reception.beacons.settings.allows(call, toSpeakFor: gateway))
        }
        guard names.contains(gateway) else {
            throw .noGateway(gateway: gateway, meant: BLERefusal.meant(gateway, names))
        }
        guard isAllowed else { throw .otherGateway(gateway: gateway) }
        pipeline.change { _ = $0.gateways.see(gateway, at: $0.reception.now.wall) }
    }
}
