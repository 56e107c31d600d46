import HostSystem
import Measures
import TestSupport

/// What both sides are asked for: the same numbers in the same order each time.
enum Load {
    static let documents = 10_000
    static let readers = 2
    static let writers = 64

    /// The ids of one round, `count` of them for each of so many askers.
    static func ids(_ round: Int, askers: Int, each count: Int) -> [[String]] {
        var random = SeededGenerator(seed: UInt64(round))
        return (0..<askers).map { _ in
            (0..<count).map { _ in Booking.id(Int.random(in: 0..<documents, using: &random)) }
        }
    }

    /// The seconds that something takes.
    static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let start = Uptime.nanoseconds
        try await body()
        return Double(Uptime.nanoseconds - start) / 1e9
    }
}

/// The peer under the same load.
struct PlainLoad {
    let path: String

    /// Each thread has a connection of its own.
    func read(_ ids: [[String]]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for list in ids {
                group.addTask {
                    try await OwnedThread.run("reads") {
                        Result {
                            let store = try PlainStore(path)
                            for id in list where try store.get(id) == nil { throw BenchError("\(id) is not there") }
                        }
                    }.get()
                }
            }
            try await group.waitForAll()
        }
    }

    /// One after another on one thread, so many in each commit.
    func update(_ ids: [String], together count: Int) async throws {
        try await OwnedThread.run("writes") {
            Result {
                let store = try PlainStore(path)
                var place = 0
                while place < ids.count {
                    try store.update(ids[place..<min(place + count, ids.count)])
                    place += count
                }
            }
        }.get()
    }
}
