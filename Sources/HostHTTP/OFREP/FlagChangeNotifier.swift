@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Notifies clients that flags have changed, and remembers which states were announced.
///
/// A state is announced only after the board has the new flags, and every loop looks at the board before each answer.
/// So a client that was notified of a state never gets an older one.
final class FlagChangeNotifier: Sendable {
    /// How many announced states are remembered.
    static let mostAnnounced = 64
    /// Changes within this time are announced together.
    static let pause = Duration.milliseconds(100)

    let feed = EventFeed()
    private let board: FlagBoard
    private let clock: any ClockSource
    private let announced = Lock<[String]>([])
    /// The state announced at the start, so that `run()` misses no change before it begins.
    private let first: (generation: UInt64, etag: String)

    init(_ board: FlagBoard, clock: any ClockSource) {
        self.board = board
        self.clock = clock
        let generation = board.generation
        let snapshot = board.current
        first = (generation, snapshot.etag)
        tell(snapshot)
    }

    /// Announces each change until the task is cancelled.
    func run() async {
        var (generation, told) = first
        while !Task.isCancelled {
            await board.changed(since: generation)
            // The generation is read first: a change after it is announced in the next round.
            generation = board.generation
            let snapshot = board.current
            guard snapshot.etag != told else { continue }
            told = snapshot.etag
            tell(snapshot)
            try? await clock.sleep(until: clock.uptime + Self.pause)
        }
    }

    private func tell(_ snapshot: FlagBoard.Snapshot) {
        announced.withLock { announced in
            announced.append(snapshot.etag)
            if announced.count > Self.mostAnnounced { announced.removeFirst() }
        }
        let event: Value = [
            "type": "refetchEvaluation", "etag": .text("\"\(snapshot.etag)\""),
            "lastModified": .integer(snapshot.since.seconds),
        ]
        feed.publish("message", Array(event.json.utf8), as: .state)
    }

    // MARK: - What a client was told

    /// Whether this host's flags are at least as new as the state that a client was notified of.
    func has(_ told: ToldState) -> Bool {
        told.isReached(by: board.current, after: announced.withLock { $0 })
    }

    /// Waits until this host has a state that a client was notified of; false if that takes too long.
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
