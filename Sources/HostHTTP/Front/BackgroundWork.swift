@_spi(Hosting) import FeatureKit
import HTTPServer

/// The slow tasks of requests: they run concurrently off the loops, as child tasks of `run()`.
package final class BackgroundWork: Sendable {
    /// How many run at a time; more are refused at once.
    static let most = 256

    private typealias Job = @Sendable () async -> Void

    private let open = Lock(0)
    private let jobs: AsyncStream<Job>
    private let entrance: AsyncStream<Job>.Continuation

    /// Makes the queue; its tasks start once `run()` is called.
    package init() { (jobs, entrance) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.most)) }

    /// Runs the tasks until it is cancelled, which cancels those that still run.
    package func run() async {
        defer { entrance.finish() }
        await withDiscardingTaskGroup { group in
            for await job in jobs { group.addTask { await job() } }
            group.cancelAll()
        }
    }

    /// Answers a request in a task of its own.
    func go(for context: RequestContext, _ answer: @escaping @Sendable () async throws(Problem) -> Void) {
        let refuse = { @Sendable (problem: Problem) in
            context.exchange.answer(problem.response(request: context.trace.id))
        }
        let mayGo = open.withLock { open in
            guard open < Self.most else { return false }
            open += 1
            return true
        }
        guard mayGo else { return refuse(.tooMuchToDo) }
        let receipt = entrance.yield { [self] in
            do throws(Problem) { try await answer() } catch { refuse(error) }
            open.withLock { $0 -= 1 }
        }
        guard case .enqueued = receipt else {
            open.withLock { $0 -= 1 }
            return refuse(.stopping)
        }
    }
}

extension Problem {
    static let tooMuchToDo = Problem(
        503, "unavailable", "the host has too much to answer; try again", fields: ["Retry-After": "1"])
    static let stopping = Problem(503, "unavailable", "the host is stopping", fields: ["Retry-After": "1"])
}
