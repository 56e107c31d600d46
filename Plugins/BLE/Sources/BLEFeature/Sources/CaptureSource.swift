internal import BLEContracts
internal import BeaconRanging
internal import BluetoothCaptures
internal import CircuitBeacons
internal import FeatureKit
internal import Files
internal import Replay

/// Replays a capture in its own rhythm.
///
/// What it says is decided in the recording's time and the host's clock only says when, so that a faster replay publishes
/// the same.
final class CaptureSource: Source {
    static let largestFile: UInt64 = 256 << 20
    /// Longer than every TTL (one byte of seconds), so that nothing counts after it that was said before.
    static let longestSilence = Duration.seconds(300)

    let name: String
    let kind = SourceReport.Kind.capture
    private let settings: CaptureSettings
    private let file: RecordingFile
    private let pipeline: ReceivePipeline
    private let log: Log

    init(_ settings: CaptureSettings, _ pipeline: ReceivePipeline, _ log: Log) {
        (name, self.settings, self.pipeline, self.log) = (settings.listener, settings, pipeline, log)
        file = RecordingFile(path: settings.file.text, limit: Self.largestFile)
    }

    func listen(_ runner: SourceRunner) async throws -> Duration? {
        let round: Heard
        do {
            let records = try await check()
            if runner.report.records == 0 {
                log.info("replaying \(settings.file.text)", [("records", "\(records)")])
            }
            round = try await play(runner)
        } catch {
            await file.close()
            if error is CancellationError { throw error }
            throw Problem(path: settings.file.text, reason: error)
        }
        await file.close()
        log.info("the recording has ended", [("source", name)] + round.tally.fields)
        if round.forgotten > 0 {
            log.warning(
                "too many senders at once: repetitions may have been published, and what came in pieces be lost",
                [("source", name), ("forgotten", "\(round.forgotten)")])
        }
        return settings.repeats ? Replay.pause : nil
    }

    /// Reads the file to its end and returns how many records it has, so that nothing is replayed of a broken one.
    private func check() async throws -> Int {
        try await file.open()
        var reader = CaptureReader()
        while let bytes = try await file.read() {
            try Task.checkCancellation()
            reader.append(bytes)
            while try reader.next() != nil {}
        }
        try reader.finish()
        try await file.rewind()
        return reader.count
    }

    private func play(_ runner: SourceRunner) async throws -> Heard {
        var round = CaptureRound(name)
        var reader = CaptureReader()
        let replay = Replay(speed: settings.speed, on: pipeline.clock)
        pipeline.useFlag(for: name)
        while let bytes = try await file.read() {
            // Asks whether to stop also where no record has to be waited for.
            try await replay.wait(for: .zero)
            reader.append(bytes)
            while let record = try reader.next(), let link = reader.link {
                let time = round.time(of: record)
                if !replay.isDue(time) {
                    runner.note(round.heard)
                    try await replay.wait(for: time)
                }
                pipeline.change { round.hear(record, on: link, in: &$0.reception) }
                round.last = pipeline.clock.now
            }
            runner.note(round.heard)
        }
        try reader.finish()
        round.finish()
        runner.note(round.heard)
        return round.heard
    }

    struct Problem: Error, CustomStringConvertible {
        let path: String
        let reason: any Error

        var description: String { "\(path): error: \(reason)" }
    }
}

/// A recording from its first record to its last; the time is that of its records.
struct CaptureRound {
    private var time = RecordedTime(longestSilence: CaptureSource.longestSilence)
    private var reader = AdvertisementReader()
    private var receiver: Receiver
    private var memory = SequenceMemory()
    private var records: UInt64 = 0
    /// When the last record was heard, by the host's wall clock.
    var last: Timestamp?

    init(_ listener: String) { receiver = Receiver(listener) }

    var heard: Heard {
        Heard(
            records: records, tally: receiver.tally, last: last, forgotten: memory.forgotten + reader.forgotten)
    }

    /// How long after the first record this one was heard.
    mutating func time(of record: CaptureRecord) -> Duration { time.advance(to: record.microseconds) }

    mutating func hear(_ record: CaptureRecord, on link: LinkType, in reception: inout Reception) {
        records += 1
        let moment = Moment(
            uptime: time.elapsed, wall: Timestamp(nanoseconds: 0).advanced(by: .microseconds(record.microseconds)))
        reader.read(record, on: link, at: time.elapsed) { report in
            switch report {
            case .success(let advertisement):
                receiver.hear(advertisement, at: moment, after: &memory, in: &reception)
            case .failure(let problem): receiver.count(Rejection(problem))
            }
        }
    }

    /// Ends the recording: what was not complete will never be.
    mutating func finish() { reader.finish { receiver.count(Rejection($0)) } }
}
