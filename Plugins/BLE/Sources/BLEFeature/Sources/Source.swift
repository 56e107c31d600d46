internal import FeatureKit

/// Something that listens on its own: a recording, or an MQTT broker.
protocol Source: Sendable {
    var name: String { get }
    var kind: SourceReport.Kind { get }
    var heard: Heard { get }

    /// Listens until there is nothing more to hear.
    ///
    /// - Parameter begin: To be called once it listens.
    /// - Returns: After how long it listens again; nil where it has ended.
    /// - Throws: What is in the way, in words; it is tried again. `CancellationError` where the feature is to stop.
    func listen(_ begin: @escaping @Sendable () -> Void) async throws -> Duration?
}

/// What a source has heard so far.
struct Heard: Equatable, Sendable {
    /// Records of a capture, advertisements of a gateway, messages of a broker.
    var records: UInt64 = 0
    var tally = Tally()
    var last: Timestamp?
    /// How many senders were forgotten although what they said still held, or was not complete.
    var forgotten: UInt64 = 0

    mutating func add(_ other: Heard) {
        records += other.records
        tally.add(other.tally)
        last = other.last ?? last
        forgotten += other.forgotten
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
        report.records = Int64(clamping: heard.records)
        report.published = Int64(clamping: heard.tally.published)
        report.refused = heard.tally.refusedWords
        report.forgotten = Int64(clamping: heard.forgotten)
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

    /// It listens: returns whether something was in the way.
    mutating func recover() -> Bool {
        defer { (why, tries) = (nil, 0) }
        return why != nil
    }

    /// It heard all that there is; after a pause it starts again, if at all.
    mutating func finish(again pause: Duration?, at now: Timestamp) {
        rounds += 1
        state = pause == nil ? .ended : .waiting
        next = pause.map { now.advanced(by: $0) }
    }
}

/// Lets a source listen, again after growing pauses where something is in its way, which disturbs no other source.
final class SourceRunner: Sendable {
    private let source: any Source
    private let clock: FeatureClock
    private let log: Log
    private let state: Lock<SourceReport>

    init(_ source: any Source, _ context: FeatureContext) {
        (self.source, clock, log) = (source, context.clock, context.log)
        state = Lock(SourceReport(name: source.name, kind: source.kind, state: .waiting))
    }

    var report: SourceReport { state.withLock { $0 }.with(source.heard) }

    /// Returns when the source has ended, or the feature is to stop.
    func run() async {
        while !Task.isCancelled {
            let pause: Duration
            do {
                state.withLock { $0.begin(.reading) }
                guard let again = try await listen() else { return }
                pause = again
            } catch is CancellationError { return } catch {
                let (wait, isNews) = state.withLock { $0.fail("\(error)", at: clock.now) }
                if isNews {
                    log.warning(
                        "something is in the way of a source; it is tried again",
                        [("source", source.name), ("reason", "\(error)")])
                }
                pause = wait
            }
            guard (try? await clock.sleep(for: pause)) != nil else { return }
        }
    }

    private func listen() async throws -> Duration? {
        let pause = try await source.listen { [state] in state.withLock { $0.begin(.listening) } }
        let wasInTheWay = state.withLock { state in
            defer { state.finish(again: pause, at: clock.now) }
            return state.recover()
        }
        if wasInTheWay { log.info("nothing is in the way any more", [("source", source.name)]) }
        return pause
    }
}
