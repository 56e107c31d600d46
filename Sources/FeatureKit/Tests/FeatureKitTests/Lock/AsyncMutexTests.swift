import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct AsyncMutexTests {
    /// Who was inside, in this order, and how many were at once.
    private actor Visits {
        private(set) var order: [Int] = []
        private(set) var mostAtOnce = 0
        private var inside = 0

        func enter(_ number: Int) {
            order.append(number)
            inside += 1
            mostAtOnce = max(mostAtOnce, inside)
        }

        func leave() { inside -= 1 }
    }

    @Test func letsTasksInOneAfterTheOtherAsTheyAsked() async {
        let (mutex, visits, release) = (AsyncMutex(), Visits(), Signal())
        await withTaskGroup { group in
            for number in 0..<50 {
                // Begins at once, and so takes its place before the next one does.
                group.addImmediateTask {
                    await mutex.withLock {
                        await visits.enter(number)
                        await release.wait()
                        await visits.leave()
                    }
                }
            }
            release.raise()
        }
        #expect(await visits.order == Array(0..<50))
        #expect(await visits.mostAtOnce == 1)
    }

    /// The first of those that wait is cancelled: neither it nor the one behind it gets in before the holder leaves.
    @Test func aCancelledTaskKeepsItsPlace() async {
        let (mutex, visits, entered, release) = (AsyncMutex(), Visits(), Signal(), Signal())
        await withTaskGroup { group in
            group.addImmediateTask {
                await mutex.withLock {
                    await visits.enter(0)
                    entered.raise()
                    await release.wait()
                    // Long enough for others to get in, if anything let them.
                    for _ in 0..<100 { await Task.yield() }
                    await visits.leave()
                }
            }
            await entered.wait()
            let cancelled = Task.immediate { await Self.visit(1, mutex, visits) }
            let next = Task.immediate { await Self.visit(2, mutex, visits) }
            cancelled.cancel()
            release.raise()
            await cancelled.value
            await next.value
        }
        #expect(await visits.order == [0, 1, 2])
        #expect(await visits.mostAtOnce == 1)
    }

    private static func visit(_ number: Int, _ mutex: AsyncMutex, _ visits: Visits) async {
        await mutex.withLock {
            await visits.enter(number)
            await Task.yield()
            await visits.leave()
        }
    }

    @Test func letsGoWhenItsBodyThrows() async {
        struct Refusal: Error {}
        let mutex = AsyncMutex()
        await #expect(throws: Refusal.self) {
            try await mutex.withLock { () async throws(Refusal) in throw Refusal() }
        }
        #expect(await mutex.withLock { 2 } == 2)
    }

    /// Entered, left and cancelled all at once: nothing is lost, and everyone gets in.
    @Test func underContentionNobodyIsForgotten() async {
        let (mutex, visits) = (AsyncMutex(), Visits())
        for round in 0..<200 {
            await withTaskGroup { group in
                for number in 0..<8 { group.addTask { await Self.visit(number, mutex, visits) } }
                if round.isMultiple(of: 2) { group.cancelAll() }
            }
        }
        #expect(await visits.order.count == 1_600)
        #expect(await visits.mostAtOnce == 1)
    }
}
