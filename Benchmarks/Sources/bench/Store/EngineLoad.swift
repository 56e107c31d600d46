@_spi(Hosting) import FeatureKit
import HostStore
import HostSystem
import Measures

/// The store under the load.
struct EngineLoad {
    let engine: any StoreEngine
    let bookings: CheckedCollection

    func fill() async throws {
        for start in stride(from: 0, to: Load.documents, by: 1_000) {
            try await engine.write { [bookings] session in
                for number in start..<start + 1_000 {
                    _ = try session.put(
                        Booking(number), id: Booking.id(number), in: bookings, expecting: .absent)
                }
            }
        }
    }

    /// Each list by a task of its own.
    func read(_ ids: [[String]]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for list in ids {
                group.addTask { [engine, bookings] in
                    for id in list {
                        let found = try await engine.read {
                            try $0.document(id, in: bookings, as: Booking.self)
                        }
                        if found == nil { throw BenchError("\(id) is not there") }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Each list by a task of its own, which waits for each of its updates.
    ///
    /// - Returns: How many milliseconds each of them took.
    func update(_ ids: [[String]]) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for list in ids {
                group.addTask { [engine, bookings] in
                    var times: [Double] = []
                    times.reserveCapacity(list.count)
                    for id in list {
                        let start = Uptime.nanoseconds
                        try await engine.write { session in
                            guard let found = try session.document(id, in: bookings, as: Booking.self) else {
                                throw BenchError("\(id) is not there")
                            }
                            var document = found.document
                            document.change()
                            _ = try session.put(document, id: id, in: bookings, expecting: .anything)
                        }
                        times.append(Double(Uptime.nanoseconds - start) / 1e6)
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// How often all documents were changed.
    func changes() async throws -> Int {
        try await engine.read { [bookings] session in
            var sum = 0
            for number in 0..<Load.documents {
                let found = try session.document(Booking.id(number), in: bookings, as: Booking.self)
                sum += found?.document.changed ?? 0
            }
            return sum
        }
    }
}
