@_spi(Hosting) import FeatureKit
import Synchronization

/// How a feature behaves on the threads that serve HTTP, on all of them together.
final class Conduct: Sendable {
    private let isBanned = Atomic(false)
    private let holds = Lock(Holds())
    private let log: Log

    init(_ log: Log) { self.log = log }

    /// Whether the feature's handlers may run there.
    var isGood: Bool { !isBanned.load(ordering: .relaxed) }

    /// Takes note of how long a piece of a handler held a thread.
    func note(_ held: Duration, at now: Duration) {
        guard held > Holds.longest, holds.withLock({ $0.add(at: now) }) else { return }
        guard !isBanned.exchange(true, ordering: .relaxed) else { return }
        log.warning(
            "its handlers hold the threads that serve HTTP; they run on its own threads from now on",
            [("held", "\(Int(held / .milliseconds(1))) ms")])
    }
}

/// When a feature held a thread for too long.
///
/// Once is no proof: the machine may have been busy with something else.
struct Holds: Equatable {
    /// What holds a thread longer counts.
    static let longest = Duration.milliseconds(50)
    /// So many times, and the feature has lost the threads.
    static let most = 3
    /// So long it is remembered.
    static let memory = Duration.seconds(10)

    private var times: [Duration] = []

    /// Adds one; true where it is one too many.
    mutating func add(at now: Duration) -> Bool {
        times.removeAll { now - $0 > Self.memory }
        times.append(now)
        return times.count >= Self.most
    }
}
