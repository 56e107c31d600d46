@_spi(Hosting) import FeatureKit
import HostStore
import HostSystem
import Measures

/// The store beside plain calls of SQLite that do the same work.
enum StoreRows {
    /// How many reads and updates a round has on each side.
    private static let readsEach = 10_000
    private static let updatesEach = 80

    static func measure(_ arguments: [String]) async throws -> [Row] {
        guard let folder = arguments.first else { throw usage }
        let plain = PlainLoad(path: Path.join(folder, "plain.db"))
        if arguments.dropFirst().first == "plain" {
            try await look(at: plain)
            return []
        }
        let ours = try await open(folder)
        try await ours.fill()
        switch arguments.dropFirst() {
        case ["once", "reads"]: try await ours.read(Load.ids(1, askers: Load.writers, each: 2_000))
        case ["once", "updates"]: _ = try await ours.update(Load.ids(1, askers: Load.writers, each: 400))
        default:
            guard arguments.count == 2, let count = Int(arguments[1]) else { throw usage }
            try PlainStore(plain.path).fill(Load.documents)
            return try await rounds(count, ours, plain)
        }
        return []
    }

    private static var usage: BenchError {
        BenchError("usage: bench store FOLDER ROUNDS | FOLDER once reads|updates | FOLDER plain")
    }

    /// Prints what the peer takes by itself.
    private static func look(at plain: PlainLoad) async throws {
        try PlainStore(plain.path).fill(Load.documents)
        let lists = Load.ids(1, askers: Load.readers, each: readsEach)
        let flat = Load.ids(1, askers: Load.writers, each: updatesEach).flatMap(\.self)
        print("read", try await Load.seconds { try await plain.read(lists) } / Double(2 * readsEach) * 1e6, "µs")
        let time = try await Load.seconds { try await plain.update(flat, together: 64) }
        print("update", time / Double(flat.count) * 1e6, "µs")
    }

    private static func open(_ folder: String) async throws -> EngineLoad {
        let bookings = try CheckedCollection(Booking.collection.layout, of: "bench")
        let path = Path.join(folder, "engine.db")
        let engine = try await SQLiteEngine.open(path, feature: "bench", collections: [bookings], quota: StoreQuota())
        return EngineLoad(engine: engine, bookings: bookings)
    }

    private static func rounds(_ count: Int, _ ours: EngineLoad, _ plain: PlainLoad) async throws -> [Row] {
        var samples: [String: [Double]] = [:]
        var updates = 0
        for round in 0..<count {
            // Each asks as many at a time as it can make use of: the peer a thread for each core, ours as many tasks as write.
            let lists = Load.ids(round, askers: Load.readers, each: readsEach)
            let spread = Load.ids(round, askers: Load.writers, each: Load.readers * readsEach / Load.writers)
            let number = Double(Load.readers * readsEach)
            let plainReads = try await Load.seconds { try await plain.read(lists) } / number
            let reads = try await Load.seconds { try await ours.read(spread) } / number

            let changes = Load.ids(round, askers: Load.writers, each: updatesEach)
            let flat = changes.flatMap(\.self)
            let grouped = try await Load.seconds { try await plain.update(flat, together: Load.writers) }
            var times: [Double] = []
            let written = try await Load.seconds { times = try await ours.update(changes) }
            updates += flat.count
            let few = Array(flat.prefix(400))
            let single = try await Load.seconds { try await plain.update(few, together: 1) } / Double(few.count)
            let each = written / Double(flat.count)
            for (name, value) in [
                ("reads", reads / plainReads), ("reads ours", reads * 1e6), ("reads plain", plainReads * 1e6),
                ("updates", each * Double(flat.count) / grouped), ("updates ours", each * 1e6),
                ("updates plain", grouped / Double(flat.count) * 1e6), ("single", each / single),
                ("single plain", single * 1e6),
            ] { samples[name, default: []].append(value) }
            samples["times", default: []] += times
        }
        let counted = try await ours.changes()
        guard counted == updates else { throw BenchError("\(counted) of \(updates) updates are there") }
        func sample(_ name: String) throws -> Sample { try Sample(samples[name] ?? []) }
        let bar = 1 / 0.6
        return [
            Row("a read by id beside plain calls", unit: "×", ours: try sample("reads"), bar: bar),
            Row(
                "a read by id", unit: "µs", ours: try sample("reads ours"), bar: 100,
                peer: Row.Peer(name: "sqlite3", sample: try sample("reads plain"))),
            Row("an update beside plain calls, 64 in a commit", unit: "×", ours: try sample("updates"), bar: bar),
            Row(
                "an update, 64 writers", unit: "µs", ours: try sample("updates ours"), bar: 1_000,
                peer: Row.Peer(name: "sqlite3", sample: try sample("updates plain"))),
            Row("an update beside plain calls, one in a commit", unit: "×", ours: try sample("single"), bar: 1),
            Row("until an update is on the disk, 64 writers", unit: "ms", ours: try sample("times"), bar: 30),
            Row(
                "until an update is on the disk, 64 writers", unit: "ms", .percentile(99), ours: try sample("times"),
                bar: 100),
        ]
    }
}
