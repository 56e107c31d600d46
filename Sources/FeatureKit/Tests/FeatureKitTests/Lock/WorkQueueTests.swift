import Testing

@testable import FeatureKit

/// What computes for long, so much at once.
@Suite(.timeLimit(.minutes(1))) struct WorkQueueTests {
    /// Work that runs until it is released, once it has begun.
    private func occupy(_ queue: WorkQueue, until release: Lock<Bool>) async -> Task<Int, any Error> {
        let (began, begin) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await queue.run { () -> Int in
                begin.finish()
                while !release.withLock({ $0 }) {}
                return 1
            }
        }
        for await _ in began {}
        return task
    }

    @Test func `too many who wait are refused at once`() async throws {
        let queue = WorkQueue(atOnce: 1, mostWaiting: 3)
        let release = Lock(false)
        let first = await occupy(queue, until: release)
        let refused = try await withThrowingTaskGroup(of: RouteError?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        let result = try await queue.run { number }
                        #expect(result == number)
                        return nil
                    } catch { return try #require(error as? RouteError) }
                }
            }
            var refused: [RouteError] = []
            // Those that wait go on once as many were refused as have no room.
            for try await error in group {
                refused += error.map { [$0] } ?? []
                if refused.count == 17 { release.withLock { $0 = true } }
            }
            return refused
        }
        #expect(try await first.value == 1)
        #expect(refused.count == 17)
        #expect(refused.allSatisfy { $0.code == "unavailable" && $0.status == 503 && $0.retryAfter == .seconds(2) })
        #expect(try await queue.run { 5 } == 5)
    }

    @Test func `who is cancelled waits no more`() async throws {
        let queue = WorkQueue(atOnce: 1)
        let release = Lock(false)
        let first = await occupy(queue, until: release)
        let second = Task { try await queue.run { 2 } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        release.withLock { $0 = true }
        #expect(try await first.value == 1)
        #expect(try await queue.run { 3 } == 3)
    }
}
