internal import FeatureKit

/// Hears the circuit's beacons, by recordings and by gateways, and publishes what they say.
struct BLE: Feature {
    static let contracts: [Contract] = [
        .publishes(.bleSighted), .publishes(.bleNearest), .serves(.bleNearestNow),
    ]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let station = try Station(settings, context)
        var replays: [CaptureReplay] = []
        for recording in settings.captures {
            let file = CaptureFile(path: recording.file)
            let records = try await file.check()
            context.log.info("replaying \(recording.file)", [("records", "\(records)")])
            replays.append(CaptureReplay(file: file, recording: recording, station: station, clock: context.clock))
        }
        try context.routes.answer(.bleNearestNow) { request, _ in try station.nearest(request) }
        context.ready()
        try await withThrowingTaskGroup { [context] group in
            group.addTask { await station.keepNearest() }
            for replay in replays { group.addTask { try await play(replay) } }
            group.addTask { await context.untilStopped() }
            while !group.isEmpty {
                try await group.next()
                if Task.isCancelled { break }
            }
            group.cancelAll()
        }
    }

    private func play(_ replay: CaptureReplay) async throws {
        repeat {
            report(try await replay.round())
            // A recording of one moment must not turn into a busy loop.
            try await context.clock.sleep(for: CaptureReplay.pause)
        } while replay.recording.repeats
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
