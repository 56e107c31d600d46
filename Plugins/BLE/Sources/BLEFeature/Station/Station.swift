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
    /// Rings where somebody's nearest is decided earlier than whoever waits for it knows.
    let nearestAlarm = Alarm()
    let clock: FeatureClock
    private let sighted: Publisher<Sighting>
    private let nearest: Publisher<Nearest>
    /// Whoever has it tells who is the nearest, so that what is told last was so last.
    private let tellingNearest = Lock(())

    init(_ settings: BLE.Settings, _ context: FeatureContext) throws {
        self.settings = settings
        knowledge = Lock(Knowledge(registry: Registry(settings), ranges: Ranges(settings)))
        clock = context.clock
        nearest = try context.bus.publisher(on: .bleNearest)
        sighted = try context.bus.publisher(on: .bleSighted)
    }

    /// Publishes what is found in some advertisements.
    func hear(_ body: (inout Knowledge, (Sighting) -> Void) -> Void) {
        var found: [Sighting] = []
        let uptime = clock.uptime
        let signs = knowledge.withLock { knowledge in
            knowledge.ranges.move(to: uptime)
            body(&knowledge) { found.append($0) }
            return knowledge.ranges.takeSigns()
        }
        for sighting in found { sighted(sighting) }
        if signs.hasNews { tellNearest() }
        if signs.rings { nearestAlarm.ring() }
    }

    /// Tells who is the nearest, in the order in which they became it.
    func tellNearest() {
        tellingNearest.withLock { _ in
            for one in knowledge.withLock({ $0.ranges.takeNews() }) { nearest(one) }
        }
    }
}
