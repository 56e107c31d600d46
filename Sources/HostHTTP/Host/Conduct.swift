@_spi(Hosting) import FeatureKit
import Synchronization

/// How a feature behaves on the threads that serve HTTP, on all of them together.
final class Conduct: Sendable {
    private let isBanned = Atomic(false)
    private let suspectUntil = Atomic(0)
    private let holds = Lock(Holds())
    private let log: Log

    init(_ log: Log) { self.log = log }

    /// Whether the feature's handlers may run there.
    var isGood: Bool { !isBanned.load(ordering: .relaxed) }

    /// Whether it held a thread for long a little while ago, so that the next holds are looked at more closely.
    func isSuspect(at now: Duration) -> Bool {
        // Most never are, and pay for one look at this.
        let end = suspectUntil.load(ordering: .relaxed)
        return end > 0 && end > Self.milliseconds(now)
    }

    /// Takes note of how long a piece of a handler held a thread.
    ///
    /// - Parameter waited: How much of that the thread waited for a processor itself; nil where nobody looked, in
    ///   which case it raises no more than a suspicion, unless no machine is that slow.
    func note(_ held: Duration, waited: Duration?, at now: Duration) {
        guard held > Holds.longest else { return }
        suspectUntil.store(Self.milliseconds(now + Holds.memory), ordering: .relaxed)
        let waited = waited ?? (held > Holds.proof ? .zero : held)
        guard held - waited > Holds.longest else { return }
        guard holds.withLock({ $0.add(held - waited, at: now) }) else { return }
        guard !isBanned.exchange(true, ordering: .relaxed) else { return }
        log.warning(
            "its handlers hold the threads that serve HTTP; they run on its own threads from now on",
            [("held", "\(Self.milliseconds(held - waited)) ms")])
    }

    private static func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }
}

/// When a feature held a thread for too long.
///
/// Once is no proof, unless it was very long.
struct Holds: Equatable {
    /// What holds a thread longer counts.
    static let longest = Duration.milliseconds(50)
    /// So many times, and the feature has lost the threads.
    static let most = 3
    /// What holds a thread longer than this has lost the threads at once.
    static let proof = Duration.seconds(5)
    /// So long it is remembered.
    static let memory = Duration.seconds(10)

    private var times: [Duration] = []

    /// Adds one; true where it is one too many.
    mutating func add(_ held: Duration, at now: Duration) -> Bool {
        times.removeAll { now - $0 > Self.memory }
        times.append(now)
        return times.count >= Self.most || held > Self.proof
    }
}
