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
    private let sighted: Publisher<Sighting>

    init(_ settings: BLE.Settings, _ context: FeatureContext) throws {
        self.settings = settings
        knowledge = Lock(Knowledge(registry: Registry(settings), ranges: Ranges(settings)))
        sighted = try context.bus.publisher(on: .bleSighted)
    }

    /// Publishes what is found in some advertisements.
    func hear(_ body: (inout Knowledge, (Sighting) -> Void) -> Void) {
        var found: [Sighting] = []
        knowledge.withLock { knowledge in body(&knowledge) { found.append($0) } }
        for sighting in found { sighted(sighting) }
    }
}
