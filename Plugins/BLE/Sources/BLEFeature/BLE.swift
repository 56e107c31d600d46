internal import FeatureKit

/// Hears the circuit's beacons, by recordings and by gateways, and publishes what they say.
struct BLE: Feature {
    static let contracts: [Contract] = [
        .publishes(.bleSighted), .publishes(.bleBeacons),
        .serves(.bleHeartbeat), .serves(.bleCommandsPending), .serves(.bleCommandDone),
        .serves(.bleBeaconsAll), .serves(.bleBeacon), .serves(.bleBeaconPut), .serves(.bleBeaconRemove),
        .serves(.bleUnknown), .serves(.bleCommand), .serves(.bleCommands), .serves(.bleCommandCancel),
        .serves(.bleEncode),
        .keeps(.beacons), .keeps(.commands),
    ]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let station = try Station(settings, context)
        let fleet = try Fleet(settings, station, context)
        try await fleet.open()
        var replays: [CaptureReplay] = []
        for recording in settings.captures {
            let file = CaptureFile(path: recording.file)
            let records = try await file.check()
            context.log.info("replaying \(recording.file)", [("records", "\(records)")])
            replays.append(CaptureReplay(file: file, recording: recording, station: station, clock: context.clock))
        }
        try serve(fleet)
        context.ready()
        defer { fleet.close() }
        try await withThrowingTaskGroup { [context] group in
            for replay in replays { group.addTask { try await play(replay) } }
            group.addTask { await fleet.keepTime() }
            group.addTask { await context.untilStopped() }
            while !group.isEmpty {
                try await group.next()
                if Task.isCancelled { break }
            }
            group.cancelAll()
        }
    }

    private func serve(_ fleet: Fleet) throws {
        let routes = context.routes
        try routes.answer(.bleHeartbeat) { request, _ in try fleet.take(request) }
        try routes.serve(.bleCommandsPending) { request, _ in try await fleet.orders(request) }
        try routes.serve(.bleCommandDone) { request, _ in try await fleet.answer(request) }
        try routes.answer(.bleBeaconsAll) { request, _ in fleet.all(request) }
        try routes.answer(.bleBeacon) { request, _ in try fleet.one(request.beacon) }
        try routes.serve(.bleBeaconPut) { request, _ in try await fleet.put(request) }
        try routes.serve(.bleBeaconRemove) { request, _ in try await fleet.remove(request.beacon) }
        try routes.answer(.bleUnknown) { _, _ in fleet.unknown() }
        try routes.serve(.bleCommand) { try await fleet.command($0, $1) }
        try routes.serve(.bleCommands) { request, _ in try await fleet.commands(request) }
        try routes.serve(.bleCommandCancel) { request, _ in try await fleet.cancel(request.command) }
        try routes.answer(.bleEncode) { request, _ in try fleet.encode(request) }
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
