internal import FeatureKit

/// Plays a capture in its own rhythm.
///
/// The chain lives in the recording's time and the host's clock only says when: a faster replay publishes the same.
struct CaptureReplay {
    /// How long it is quiet between two rounds.
    static let pause = Duration.seconds(1)

    let file: CaptureFile
    let recording: BLE.Recording
    let station: Station
    let clock: FeatureClock

    /// Plays it once; the receiver that heard it tells what became of the records.
    ///
    /// - Throws: `CaptureError` where the file is broken; `CancellationError` when the feature is asked to stop.
    func round() async throws -> Receiver {
        var receiver = Receiver(recording.listener, station.settings)
        var captureClock = CaptureClock()
        var format = BTSnoop()
        let start = clock.uptime
        let wall = clock.now
        try await file.rewind()
        do {
            while let bytes = try await file.read() {
                // Asks whether to stop also where no record has to be waited for.
                try await clock.sleep(for: .zero)
                format.append(bytes)
                while let record = try format.next(), let link = format.link {
                    let time = captureClock.advance(to: record.microseconds)
                    if recording.speed > 0 {
                        let due = start + time / recording.speed
                        if due > clock.uptime { try await clock.sleep(until: due) }
                    }
                    let moment = Moment(uptime: time, wall: wall.advanced(by: time))
                    hear(record, on: link, &receiver, at: moment)
                }
            }
            try format.finish()
        } catch let problem as CaptureProblem {
            // The file was fine when it was checked: it has been changed since.
            throw CaptureError(path: recording.file, problem: problem)
        }
        return receiver
    }

    private func hear(_ record: BTSnoop.Record, on link: BTSnoop.Link, _ receiver: inout Receiver, at moment: Moment) {
        guard let event = record.event(on: link) else { return receiver.note(.noAdvertisement) }
        station.hear(&receiver) { receiver, knowledge, publish in
            AdvertisingEvent.read(event) { report in
                switch report {
                case .success(let advertisement):
                    receiver.hear(advertisement, at: moment, with: &knowledge, publish: publish)
                case .failure(let refusal): receiver.note(refusal)
                }
            }
        }
    }
}

extension BLE.Recording {
    /// Who heard it.
    var listener: String {
        if let name { return name }
        let last = file.split(separator: "/").last ?? "capture"
        return String((last.lastIndex(of: ".").map { last[..<$0] } ?? last).prefix(64))
    }
}
