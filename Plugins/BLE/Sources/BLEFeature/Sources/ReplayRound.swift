internal import FeatureKit

/// A recording from its first record to its last: what was said on its clock; pure.
struct ReplayRound {
    private var clock = CaptureClock()
    private var radio = Radio()
    private var receiver: Receiver
    private var memory = SequenceMemory()
    private var records: UInt64 = 0
    /// When that was, by the listener's clock on the wall.
    var last: Timestamp?

    init(_ receiver: Receiver) { self.receiver = receiver }

    /// What came of it so far.
    var heard: Heard {
        Heard(
            records: records, tally: receiver.tally, last: last,
            forgotten: memory.forgotten + radio.pieces.forgotten)
    }

    /// How long after the first record this one was heard.
    mutating func advance(to record: CaptureRecord) -> Duration { clock.advance(to: record.microseconds) }

    mutating func hear(
        _ record: CaptureRecord, on link: Datalink, with knowledge: inout Station.Knowledge,
        publish: (Sighting) -> Void
    ) {
        records += 1
        let moment = Moment(
            uptime: clock.elapsed, wall: Timestamp(nanoseconds: 0).advanced(by: .microseconds(record.microseconds)))
        radio.read(record, on: link, at: clock.elapsed) { report in
            switch report {
            case .success(let advertisement):
                receiver.hear(advertisement, at: moment, after: &memory, with: &knowledge, publish: publish)
            case .failure(let refusal): receiver.note(refusal)
            }
        }
    }

    /// At the end: what was not whole will never be.
    mutating func finish() {
        radio.finish { if case .failure(let refusal) = $0 { receiver.note(refusal) } }
    }
}
