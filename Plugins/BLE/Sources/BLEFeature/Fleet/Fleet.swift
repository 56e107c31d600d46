internal import FeatureKit

/// Watches over beacons: keeps those that staff put here, and what beacons are to do.
///
/// What is decided is on the disk before it counts here; whoever changes something waits until it is their turn, so that
/// what counts here is what was committed last.
struct Fleet: Sendable {
    /// How long after the store has failed it is tried again.
    static let pause = Duration.seconds(5)
    /// How much is read or changed at a time.
    static let batch = 500

    let settings: BLE.Settings
    let station: Station
    let gateways: Gateways
    let store: Store
    let clock: FeatureClock
    let log: Log
    let beacons: StoredCollection<KeptBeacon>
    let commands: StoredCollection<Command>
    let queue = Lock(CommandQueue())
    let turns = AsyncMutex()
    /// Whether what is kept has been read, and whose turn it is to read it.
    private let knows = Lock(false)
    private let readers = AsyncMutex()

    init(_ settings: BLE.Settings, _ station: Station, _ gateways: Gateways, _ context: FeatureContext) throws {
        try SigningKey.prepare()
        let problems = settings.listenerProblems + KnownBeacon.problems(in: settings.beacons)
        guard problems.isEmpty else { throw FleetProblem(sentences: problems) }
        (self.settings, self.station, self.gateways) = (settings, station, gateways)
        (store, clock, log) = (context.store, context.clock, context.log)
        beacons = try store.collection(.beacons)
        commands = try store.collection(.commands)
    }

    /// Reads what is kept.
    ///
    /// Where the store can't be read, beacons of the document are heard all the same.
    func open() async throws {
        for crowd in station.knowledge.withLock({ $0.registry.crowdedZones }) {
            log.warning(
                "a zone has more beacons with keys than are tried for a signature from an address that is not known",
                [("zone", "\(crowd.zone)"), ("keys", "\(crowd.signers)"), ("tried", "\(Registry.mostKeysTried)")])
        }
        do { try await recall() } catch let problem as StoreError where problem.code != .stopped {
            log.error(
                "can't read which beacons staff put here and what they are to do; trying again",
                [("error", "\(problem)")])
        }
    }

    /// Reads what is kept, unless that was done.
    func recall() async throws {
        guard !knows.withLock({ $0 }) else { return }
        try await readers.withLock {
            guard !knows.withLock({ $0 }) else { return }
            try await readBeacons()
            try await readCommands()
            knows.withLock { $0 = true }
        }
    }

    /// Tells who falls silent, and ends what was not done in time, until the feature is asked to stop.
    func keepTime() async {
        while true {
            let silent = station.watch { [clock] in $0.registry.tick(clock.uptime) }
            var due = silent ?? .seconds(Int64.max >> 1)
            do {
                try await recall()
                due = min(due, try await endWhatIsDue() ?? due)
            } catch {
                guard !(error is CancellationError) else { return }
                log.warning("could not end what was not done in time; trying again", [("error", "\(error)")])
                due = min(due, clock.uptime + Self.pause)
            }
            do { try await station.alarm.sleep(until: due, clock) } catch { return }
        }
    }

    /// Says that nobody says any more how beacons are.
    func close() { station.tell { $0.lastWords(wall: $1) } }
}
