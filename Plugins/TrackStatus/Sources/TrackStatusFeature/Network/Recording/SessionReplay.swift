internal import FeatureKit
internal import WebClient

/// A recorded session, which plays in the place of the network.
struct SessionReplay: Sendable {
    /// How long it is quiet between two rounds.
    static let pause = Duration.seconds(1)
    /// While nothing new is to be told, what was told last is told again so often: it is as good as on its day.
    static let heartbeat = Duration.seconds(5)

    /// What is said at a time, in the order of the files where they say it at once.
    struct Step: Equatable {
        /// Since the first one.
        let time: Duration
        let value: Value
    }

    let steps: [Step]
    let settings: RecordingSettings
    let clock: FeatureClock
    let log: Log

    /// Reads all files, on a thread of their own.
    static func open(
        _ settings: RecordingSettings, clock: FeatureClock, log: Log
    ) async throws(SourceProblem) -> SessionReplay {
        let read: Result<[Step], SessionProblem>
        do throws(WebThread.Failure) {
            read = try await WebThread.run {
                Result { () throws(SessionProblem) in
                    var texts: [SessionText] = []
                    for path in settings.files {
                        texts.append(try SessionText(path: path, bytes: try SessionFile.read(path)))
                    }
                    return try merged(texts)
                }
            }
        } catch {
            throw .session(SessionProblem(path: settings.files[0], reason: .unreadable(errno: error.code)))
        }
        do throws(SessionProblem) {
            return SessionReplay(steps: try read.get(), settings: settings, clock: clock, log: log)
        } catch { throw .session(error) }
    }

    /// Files of one session in the order of their times.
    static func merged(_ texts: [SessionText]) throws(SessionProblem) -> [Step] {
        if let first = texts.first, let other = texts.first(where: { $0.clock != first.clock }) {
            throw SessionProblem(path: other.path, reason: .otherTimeThan(first.path))
        }
        let all = texts.flatMap(\.entries)
        let order = all.indices.sorted { (all[$0].time, $0) < (all[$1].time, $1) }
        guard let start = order.first.map({ all[$0].time }) else { return [] }
        return order.map { Step(time: all[$0].time - start, value: all[$0].value) }
    }

    /// Plays it in its own rhythm, until it has ended or the feature is asked to stop.
    func run(tell: @Sendable (NetworkNews) async -> Void) async {
        log.info("replaying \(settings.files.joined(separator: ", "))", [("steps", "\(steps.count)")])
        do {
            repeat {
                try await round(tell)
                log.info("the recording has ended")
                // A recording of one moment must not turn into a busy loop.
                try await clock.sleep(for: Self.pause)
            } while settings.repeats
        } catch { return }
    }

    private func round(_ tell: (NetworkNews) async -> Void) async throws {
        var reader = NetworkReader()
        var last: NetworkReport?
        let start = clock.uptime
        for step in steps {
            let due = settings.speed > 0 ? start + step.time / settings.speed : start
            while let last, due - clock.uptime > Self.heartbeat {
                try await clock.sleep(for: Self.heartbeat)
                await tell(.report(last))
            }
            // Asks whether to stop also where nothing has to be waited for.
            try await clock.sleep(until: max(due, clock.uptime))
            // It was fine when the file was read.
            guard let reading = try? reader.read(step.value) else { continue }
            last = reading.report
            await tell(.report(reading.report))
        }
    }
}
