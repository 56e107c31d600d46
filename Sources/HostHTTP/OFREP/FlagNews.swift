@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Tells clients that flags have changed, and knows which states they have been told of.
///
/// They are told after the board shows the new flags, which every loop looks at before each answer: who is told of a
/// state never gets an older one.
final class FlagNews: Sendable {
    /// How many former states are known.
    static let mostFormer = 64
    /// Changes that follow one another faster are told of together.
    static let pause = Duration.milliseconds(100)

    let feed = EventFeed()
    private let board: FlagBoard
    private let clock: any ClockSource
    private let former = Lock<[String]>([])
    /// What was told of first, so that nothing is missed before `run()` looks.
    private let first: (generation: UInt64, etag: String)

    init(_ board: FlagBoard, clock: any ClockSource) {
        self.board = board
        self.clock = clock
        let generation = board.generation
        let snapshot = board.current
        first = (generation, snapshot.etag)
        tell(snapshot)
    }

    /// Tells of each change until it is cancelled.
    func run() async {
        var (generation, told) = first
        while !Task.isCancelled {
            await board.changed(since: generation)
            // The generation first: what comes after it is told of next time.
            generation = board.generation
            let snapshot = board.current
            guard snapshot.etag != told else { continue }
            told = snapshot.etag
            tell(snapshot)
            try? await clock.sleep(until: clock.uptime + Self.pause)
        }
    }

    private func tell(_ snapshot: FlagBoard.Snapshot) {
        former.withLock { former in
            former.append(snapshot.etag)
            if former.count > Self.mostFormer { former.removeFirst() }
        }
        let event: Value = [
            "type": "refetchEvaluation", "etag": .text("\"\(snapshot.etag)\""),
            "lastModified": .integer(snapshot.since.seconds),
        ]
        feed.publish("message", Array(event.json.utf8), as: .state)
    }

    // MARK: - Who was told

    /// Whether what counts here is at least as new as what a client was told of.
    func has(_ told: ToldState) -> Bool {
        told.isReached(by: board.current, after: former.withLock { $0 })
    }

    /// Waits until that is so; false where it takes too long.
    func wait(for told: ToldState, until deadline: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { [self] in
                while !Task.isCancelled {
                    let generation = board.generation
                    if has(told) { return true }
                    await board.changed(since: generation)
                }
                return false
            }
            group.addTask { [clock] in
                try? await clock.sleep(until: deadline)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
