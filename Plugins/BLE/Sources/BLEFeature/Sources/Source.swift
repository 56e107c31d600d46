internal import FeatureKit

/// Something that listens on its own: a recording, or an MQTT broker.
protocol Source: Sendable {
    var name: String { get }
    var kind: SourceReport.Kind { get }

    /// Listens until there is nothing more to hear, and reports to its runner.
    ///
    /// - Returns: After how long it listens again; nil where it has ended.
    /// - Throws: What is in the way, in words; it is tried again. `CancellationError` where the feature is to stop.
    func listen(_ runner: SourceRunner) async throws -> Duration?
}

/// Lets a source listen, again after growing pauses where something is in its way, which disturbs no other source.
final class SourceRunner: Sendable {
    private let source: any Source
    private let clock: FeatureClock
    private let log: Log
    private let state: Lock<(report: SourceReport, before: Heard, now: Heard)>

    init(_ source: any Source, _ context: FeatureContext) {
        (self.source, clock, log) = (source, context.clock, context.log)
        state = Lock((SourceReport(name: source.name, kind: source.kind, state: .waiting), Heard(), Heard()))
    }

    var report: SourceReport {
        let (report, before, now) = state.withLock { $0 }
        return report.with(before.adding(now))
    }

    /// Takes that the source listens, other than reading a recording.
    func begin() { state.withLock { $0.report.begin(.listening) } }

    /// Takes what was heard besides.
    func add(_ heard: Heard) { state.withLock { $0.now = $0.now.adding(heard) } }

    /// Takes what was heard in this round so far.
    func note(_ heard: Heard) { state.withLock { $0.now = heard } }

    /// Returns when the source has ended, or the feature is to stop.
    func run() async {
        while !Task.isCancelled {
            let pause: Duration
            do {
                state.withLock { $0.report.begin(.reading) }
                let again = try await source.listen(self)
                let wasInTheWay = state.withLock { $0.report.finish(again: again, at: clock.now) }
                if wasInTheWay { log.info("nothing is in the way any more", [("source", source.name)]) }
                guard let again else { return }
                pause = again
            } catch is CancellationError { return } catch {
                let (wait, isNews) = state.withLock { $0.report.fail("\(error)", at: clock.now) }
                if isNews {
                    log.warning(
                        "something is in the way of a source; it is tried again",
                        [("source", source.name), ("reason", "\(error)")])
                }
                pause = wait
            }
            state.withLock { ($0.before, $0.now) = ($0.before.adding($0.now), Heard()) }
            guard (try? await clock.sleep(for: pause)) != nil else { return }
        }
    }
}

/// How a source is, and what came of what it heard.
@Record struct SourceReport: Equatable {
    enum Kind: String, CaseIterable, Shaped {
        case capture, gateway, broker
    }

    enum State: String, CaseIterable, Shaped {
        /// Something is in the way, or it waits for its next round.
        case waiting
        case reading
        case ended
        case listening
    }

    /// The source's name.
    @Text(1...64) var name: String
    /// Whether it is a recording, a gateway or an MQTT broker.
    var kind: Kind
    /// What it does.
    var state: State
    /// What is in its way.
    var why: String?
    /// How often it was tried since something is in its way.
    var tries = 0
    /// When it is tried again, or starts its next round.
    var next: Timestamp?
    /// How many records, advertisements or messages it heard.
    var records: Int64 = 0
    /// How many words of beacons were published.
    var published: Int64 = 0
    /// How many were not, by the reason.
    var refused: [String: Int64] = [:]
    /// How many senders were forgotten because too many spoke at once.
    var forgotten: Int64 = 0
    /// When it heard something last.
    var lastHeard: Timestamp?
    /// When a gateway last made any request.
    var lastSeen: Timestamp?
    /// How often a recording was replayed to its end.
    var rounds = 0

    func with(_ heard: Heard) -> SourceReport {
        var report = self
        (report.records, report.published) = (Int64(clamping: heard.records), Int64(clamping: heard.tally.published))
        (report.refused, report.forgotten) = (heard.tally.words, Int64(clamping: heard.forgotten))
        report.lastHeard = heard.last
        return report
    }
}

extension SourceReport {
    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(300)

    mutating func begin(_ state: State) { (self.state, next) = (state, nil) }

    /// Something is in the way: returns when it is tried again, and whether that was not known before.
    mutating func fail(_ why: String, at now: Timestamp) -> (pause: Duration, isNews: Bool) {
        defer { (self.why, tries) = (why, tries + 1) }
        // The pause of the ninth try is the longest.
        let pause = min(Self.firstPause * (1 << min(tries, 16)), Self.longestPause)
        (state, next) = (.waiting, now.advanced(by: pause))
        return (pause, why != self.why)
    }

    /// It heard all that there is, and starts again after a pause, if at all: returns whether something was in the way.
    mutating func finish(again pause: Duration?, at now: Timestamp) -> Bool {
        defer { (why, tries) = (nil, 0) }
        rounds += 1
        (state, next) = (pause == nil ? .ended : .waiting, pause.map { now.advanced(by: $0) })
        return why != nil
    }
}

/// What a source has heard so far.
struct Heard: Equatable, Sendable {
    /// Records of a capture, advertisements of a gateway, messages of a broker.
    var records: UInt64 = 0
    var tally = Tally()
    var last: Timestamp?
    /// How many senders were forgotten although what they said still held, or was not complete.
    var forgotten: UInt64 = 0

    func adding(_ other: Heard) -> Heard {
        var sum = Heard(
            records: records + other.records, tally: tally, last: other.last ?? last,
            forgotten: forgotten + other.forgotten)
        sum.tally.add(other.tally)
        return sum
    }
}
