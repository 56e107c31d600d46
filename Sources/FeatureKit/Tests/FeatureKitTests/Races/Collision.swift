import Synchronization

/// Lets a wait and what ends it collide, at another offset each time.
///
/// What can go wrong there happens within a microsecond: the end comes after the waiting side has looked for it and
/// before it lies down. Both sides meet on two threads and spin for a random while from there, so that a few thousand
/// rounds hit that moment often.
enum Collision {
    /// One round, which returns when the wait has ended.
    ///
    /// - Parameters:
    ///   - wait: What waits, in a task of its own.
    ///   - end: What ends it; it may cancel the group.
    static func happen(
        wait: @escaping @Sendable () async -> Void, end: (inout TaskGroup<Void>) -> Void
    ) async {
        let (waiting, ending) = (Mark(), Mark())
        let (before, after) = (Int.random(in: 0..<200), Int.random(in: 0..<200))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                waiting.set()
                // Bounded, since there may be no second thread; long enough for one that has to wake up.
                ending.spin(atMost: 20_000)
                waiting.spin(exactly: before)
                await wait()
            }
            while !waiting.spin(atMost: 20_000) { await Task.yield() }
            ending.set()
            ending.spin(exactly: after)
            end(&group)
        }
    }

    private final class Mark: Sendable {
        private let isSet = Atomic(false)

        func set() { isSet.store(true, ordering: .sequentiallyConsistent) }

        @discardableResult func spin(atMost count: Int) -> Bool {
            for _ in 0..<count where isSet.load(ordering: .sequentiallyConsistent) { return true }
            return false
        }

        func spin(exactly count: Int) { for _ in 0..<count { _ = isSet.load(ordering: .sequentiallyConsistent) } }
    }
}
