internal import FeatureKit

/// Plays a capture in its own rhythm.
///
/// The chain lives in the recording's time and the receiver's clock only says when: a faster replay publishes the same.
struct Replay {
    /// How long it is quiet between two rounds.
    static let pause = Duration.seconds(1)

    let file: CaptureFile
    let path: String
    let speed: Double
    let clock: FeatureClock

    /// Plays it once; the receiver that heard it tells what became of the records.
    ///
    /// - Throws: `CaptureError` where the file is broken; `CancellationError` when the feature is asked to stop.
    func round(publish: (Sighting) -> Void) async throws -> Receiver {
        var receiver = Receiver()
        var captureClock = CaptureClock()
        var format = BTSnoop()
        let start = clock.uptime
        try await file.rewind()
        do {
            while let bytes = try await file.read() {
                // Asks whether to stop also where no record has to be waited for.
                try await clock.sleep(for: .zero)
                format.append(bytes)
                while let record = try format.next(), let link = format.link {
                    let time = captureClock.advance(to: record.microseconds)
                    let due = start + time / speed
                    if due > clock.uptime { try await clock.sleep(until: due) }
                    receiver.hear(record, on: link, at: time, publish: publish)
                }
            }
            try format.finish()
        } catch let problem as CaptureProblem {
            // The file was fine when it was checked: it has been changed since.
            throw CaptureError(path: path, problem: problem)
        }
        return receiver
    }
}
