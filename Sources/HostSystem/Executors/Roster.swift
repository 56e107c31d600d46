/// Which threads of a pool work, which sleep, and when a job wakes one more; pure.
///
/// A pool has more threads than there are processors, so that features which block leave some over. While nobody
/// blocks the spare ones must sleep: each would take a processor from a publisher to hurry a single message to its
/// reader, and waking costs ten times what a delivery does. So no more threads work than there are processors; one is
/// woken at a time, and wakes the next where there is more to do. Who has been at one job for a whole watch counts as
/// absent, and somebody else works instead.
struct Roster {
    /// How long jobs wait while every processor has a working thread, before anybody is found to be absent.
    static let watchLength = Duration.milliseconds(10)

    /// What a thread does that has looked.
    enum Duty: Equatable {
        /// Takes the first job; wakes another thread before it starts, where told to.
        case work(wakesAnother: Bool)
        case sleep
        /// Sleeps, but looks again by then.
        case watch(until: Duration)
    }

    private enum Post: Equatable {
        case looking
        case asleep
        case watching(until: Duration)
        case working(since: UInt64)
        case absent
    }

    private let processors: Int
    private var posts: [Post]
    /// How many watches have begun.
    private var watches: UInt64 = 0
    /// Somebody was woken and has not looked yet.
    private var isWaking = false

    init(threads: Int, processors: Int) {
        self.processors = max(1, processors)
        posts = Array(repeating: .looking, count: threads)
    }

    /// A job has come; whether a thread has to be woken for it.
    mutating func wakesOne() -> Bool {
        guard !isWaking, posts.contains(.asleep), isShort || !isWatched else { return false }
        isWaking = true
        return true
    }

    /// A thread looks what there is to do: it has done its job, or was woken, or its time is up.
    mutating func duty(of thread: Int, jobs: Int, at now: Duration) -> Duty {
        isWaking = false
        if case .watching(let end) = posts[thread], end <= now { findAbsent() }
        posts[thread] = .looking
        if jobs > 0, isShort {
            posts[thread] = .working(since: watches)
            return .work(wakesAnother: jobs > 1 && wakesOne())
        }
        guard jobs > 0, !isWatched else {
            posts[thread] = .asleep
            return .sleep
        }
        watches += 1
        let end = now + Self.watchLength
        posts[thread] = .watching(until: end)
        return .watch(until: end)
    }

    private var isShort: Bool {
        posts.count { if case .working = $0 { true } else { false } } < processors
    }

    private var isWatched: Bool {
        posts.contains { if case .watching = $0 { true } else { false } }
    }

    private mutating func findAbsent() {
        for (thread, post) in posts.enumerated() {
            if case .working(let since) = post, since < watches { posts[thread] = .absent }
        }
    }
}
