internal import FeatureKit

/// Hears the circuit's beacons in a recording and publishes what they say.
struct BLE: Feature {
    struct Settings: Shaped, Equatable {
        var capture: String
        var speed = 1.0
        var repeats = false

        enum CodingKeys: String, CodingKey {
            case capture, speed
            case repeats = "repeat"
        }

        static let shape = Shape.object([
            Field("capture", .path, "The btsnoop file that is replayed."),
            Field(
                "speed", .number(in: 0.001...1_000_000), "How much faster than recorded it is replayed.", default: 1),
            Field("repeat", .boolean, "Whether it starts again at the end.", default: false),
        ])
    }

    static let contracts: [Contract] = [.publishes(.bleSighted)]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let out = try context.bus.publisher(on: .bleSighted)
        let file = CaptureFile(path: settings.capture)
        let records = try await file.check()
        context.ready()
        context.log.info("replaying \(settings.capture)", [("records", "\(records)")])
        let replay = Replay(file: file, path: settings.capture, speed: settings.speed, clock: context.clock)
        repeat {
            let receiver = try await replay.round { out($0) }
            report(receiver)
            // A recording of one moment must not turn into a busy loop.
            try await context.clock.sleep(for: Replay.pause)
        } while settings.repeats
        await context.untilStopped()
    }

    private func report(_ receiver: Receiver) {
        context.log.info("the recording has ended", receiver.tally.fields)
        if receiver.forgottenSources > 0 {
            context.log.warning(
                "more than \(SequenceMemory.mostSources) senders at once: repetitions may have been published",
                [("forgotten", "\(receiver.forgottenSources)")])
        }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(BLE.self) }
