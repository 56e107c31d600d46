import FeatureKit
import Glibc

@testable import HostSystem

/// Runs an executor's threads while `body` runs, and closes it after that.
func running<Result>(
    _ pool: ThreadPool, _ body: () async throws -> Result
) async throws -> Result {
    try await running(run: { try await pool.run() }, close: pool.close, body)
}

func running<Result>(
    _ thread: SerialThread, _ body: () async throws -> Result
) async throws -> Result {
    try await running(run: { try await thread.run() }, close: thread.close, body)
}

private func running<Result>(
    run: @escaping @Sendable () async throws -> Void, close: () -> Void, _ body: () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await run() }
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        close()
        try await group.waitForAll()
        return try result.get()
    }
}

/// What came, in the order in which it came.
final class Notes<Note: Sendable>: Sendable {
    private let notes = Lock<[Note]>([])

    var all: [Note] { notes.withLock { $0 } }

    func add(_ note: Note) { notes.withLock { $0.append(note) } }
}

/// The name of the calling thread.
func threadName() -> String {
    var name = [UInt8](repeating: 0, count: 32)
    guard let file = try? Descriptor(opening: { unsafe open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC) }) else {
        return ""
    }
    let count = unsafe read(file.number, &name, name.count)
    return String(decoding: name.prefix(max(0, count)).filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}
