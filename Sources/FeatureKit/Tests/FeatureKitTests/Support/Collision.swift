import Synchronization

/// Lets a wait and what ends it collide, at another offset each time.
///
/// What can go wrong there happens within a microsecond: the end comes after the waiting side has looked for it and
/// before it lies down. Spinning for a random while on both sides hits that moment often in a few thousand rounds.
enum Collision {
    /// One round, which returns when the wait has ended.
    ///
    /// - Parameters:
    ///   - wait: What waits, in a task of its own.
    ///   - end: What ends it; it may cancel the group.
    static func happen(
        wait: @escaping @Sendable () async -> Void, end: (inout TaskGroup<Void>) -> Void
    ) async {
        let meeting = Meeting()
        let (before, after) = (Int.random(in: 0..<300), Int.random(in: 0..<300))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                meeting.isStarted.store(true, ordering: .sequentiallyConsistent)
                meeting.spin(before)
                await wait()
            }
            while !meeting.isStarted.load(ordering: .sequentiallyConsistent) { await Task.yield() }
            meeting.spin(after)
            end(&group)
        }
    }

    private final class Meeting: Sendable {
        let isStarted = Atomic(false)
        func spin(_ count: Int) { for _ in 0..<count { _ = isStarted.load(ordering: .sequentiallyConsistent) } }
    }
}
