internal import FeatureKit

/// Plays a capture in its own rhythm.
///
/// The chain lives in the recording's time and the host's clock only says when: a faster replay publishes the same.
final class CaptureReplay: Source {
    /// How long it is quiet between two rounds.
    static let pause = Duration.seconds(1)

    private let file: CaptureFile
    private let recording: BLE.Recording
    private let station: Station
    private let clock: FeatureClock
    private let log: Log
    /// Everything up to the round before this one, and this one.
    private let state: Lock<(before: Heard, now: Heard)> = Lock((Heard(), Heard()))

    init(_ recording: BLE.Recording, _ station: Station, _ clock: FeatureClock, _ log: Log) {
        file = CaptureFile(path: recording.file)
        self.recording = recording
        self.station = station
        self.clock = clock
        self.log = log
    }

    var name: String { recording.listener }
    var kind: SourceReport.Kind { .capture }

    var heard: Heard {
        var (heard, now) = state.withLock { $0 }
        heard.add(now)
        return heard
    }

    /// Plays it once.
    ///
    /// - Throws: `CaptureError` where the file is broken; `CancellationError` when the feature is asked to stop.
    func listen() async throws -> Duration? {
        let records = try await file.check()
        if state.withLock({ $0.before == Heard() }) {
            log.info("replaying \(recording.file)", [("records", "\(records)")])
        }
        let round: Heard
        do {
            round = try await play()
        } catch {
            await file.leave()
            endRound()
            throw error
        }
        await file.leave()
        endRound()
        log.info("the recording has ended", [("source", name)] + round.tally.fields)
        if round.forgotten > 0 {
            log.warning(
                "too many senders at once: repetitions may have been published, and what came in pieces be lost",
                [("source", name), ("forgotten", "\(round.forgotten)")])
        }
        return recording.repeats ? Self.pause : nil
    }

    private func endRound() {
        state.withLock { state in
            state.before.add(state.now)
            state.now = Heard()
        }
    }

    private func play() async throws -> Heard {
        var round = ReplayRound(Receiver(recording.listener, station.settings))
        var reader = CaptureReader()
        let start = clock.uptime
        do {
            while let bytes = try await file.read() {
                // Asks whether to stop also where no record has to be waited for.
                try await clock.sleep(for: .zero)
                reader.append(bytes)
                while let record = try reader.next(), let link = reader.link {
                    let time = round.advance(to: record)
                    if recording.speed > 0 {
                        let due = start + time / recording.speed
                        if due > clock.uptime {
                            note(round)
                            try await clock.sleep(until: due)
                        }
                    }
                    station.hear { round.hear(record, on: link, with: &$0, publish: $1) }
                    round.last = clock.now
                }
                note(round)
            }
            try reader.finish()
        } catch let problem as CaptureProblem {
            // The file was fine when it was checked: somebody has written into it since.
            throw CaptureError(path: recording.file, problem: problem)
        }
        round.finish()
        note(round)
        return round.heard
    }

    private func note(_ round: ReplayRound) { state.withLock { $0.now = round.heard } }
}

extension BLE.Recording {
    /// Who heard it.
    var listener: String {
        if let name { return name }
        let last = file.split(separator: "/").last ?? "capture"
        return String((last.lastIndex(of: ".").map { last[..<$0] } ?? last).prefix(64))
    }
}
