internal import FeatureKit

/// What all sources hear comes together here, on any thread.
///
/// Each source brings its own receiver, which knows what was said on its clock; who is known and how near they are is everybody's.
final class Station: Sendable {
    /// What is known of senders, whoever hears them.
    struct Knowledge: Sendable {
        var registry: Registry
        var ranges: Ranges
    }

    let settings: BLE.Settings
    let knowledge: Lock<Knowledge>
    /// Rings where something is due earlier than whoever does it knows.
    let alarm = Alarm()
    /// Rings where somebody's nearest is decided earlier than whoever waits for it knows.
    let nearestAlarm = Alarm()
    let clock: FeatureClock
    private let sighted: Publisher<Sighting>
    private let told: Publisher<BeaconTold>
    private let nearest: Publisher<Nearest>
    /// Whoever has it tells of beacons, so that what is told last was so last.
    private let telling = Lock(())
    /// Whoever has it tells who is the nearest, so that what is told last was so last.
    private let tellingNearest = Lock(())

    init(_ settings: BLE.Settings, _ context: FeatureContext) throws {
        self.settings = settings
        knowledge = Lock(Knowledge(registry: Registry(settings, at: context.clock.uptime), ranges: Ranges(settings)))
        clock = context.clock
        nearest = try context.bus.publisher(on: .bleNearest)
        sighted = try context.bus.publisher(on: .bleSighted)
        told = try context.bus.publisher(on: .bleBeacons)
    }

    /// Publishes what is found in some advertisements.
    func hear(_ body: (inout Knowledge, (Sighting) -> Void) -> Void) {
        var found: [Sighting] = []
        watch { knowledge in body(&knowledge) { found.append($0) } }
        for sighting in found { sighted(sighting) }
    }

    /// Tells who is the nearest, in the order in which they became it.
    func tellNearest() {
        tellingNearest.withLock { _ in
            for one in knowledge.withLock({ $0.ranges.takeNews() }) { nearest(one) }
        }
    }

    /// Says that nobody says any more what is nearest.
    func closeNearest() {
        tellingNearest.withLock { _ in
            for one in knowledge.withLock({ $0.ranges.all }) { nearest(Nearest(listener: one.listener, isGone: true)) }
        }
    }

    /// Looks at what is known, or changes it, and tells what became of beacons.
    @discardableResult
    func watch<Result>(_ body: (inout Knowledge) throws -> sending Result) rethrows -> Result {
        let uptime = clock.uptime
        let (result, signs, nearestSigns) = try knowledge.withLock { knowledge in
            knowledge.registry.move(to: uptime)
            knowledge.ranges.move(to: uptime)
            let result = try body(&knowledge)
            return (result, knowledge.registry.takeSigns(), knowledge.ranges.takeSigns())
        }
        if signs.hasNews { tell { $0.takeNews(wall: $1) } }
        if signs.rings { alarm.ring() }
        if nearestSigns.hasNews { tellNearest() }
        if nearestSigns.rings { nearestAlarm.ring() }
        return result
    }

    /// Tells of beacons, in the order in which they became what they are.
    func tell(_ news: (inout Registry, Timestamp) -> [BeaconTold]) {
        telling.withLock { _ in
            let wall = clock.now
            for beacon in knowledge.withLock({ news(&$0.registry, wall) }) { told(beacon) }
        }
    }
}
