import FeatureKit
import HTTPServer

/// Counts what was answered, apart for each loop, so that loops never wait for each other.
final class RequestCounts: Sendable {
    /// What is counted together.
    struct Key: Sendable, Hashable {
        /// Empty where it was no route of a feature.
        let route: String
        let method: Method
    }

    /// How often and how long.
    struct Cell: Sendable, Equatable {
        /// By the first digit of the status.
        var byClass: [UInt64] = Array(repeating: 0, count: 6)
        /// Of the answers that came whole: how many took at most as long as each bound, and one for those beyond.
        var inTime: [UInt64] = Array(repeating: 0, count: RequestCounts.bounds.count + 1)
        var seconds = 0.0

        mutating func add(_ other: Cell) {
            for index in byClass.indices { byClass[index] &+= other.byClass[index] }
            for index in inTime.indices { inTime[index] &+= other.inTime[index] }
            seconds += other.seconds
        }
    }

    /// The buckets of durations, in seconds.
    static let bounds = [0.000_25, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
    private static let durations = bounds.map { Duration.seconds($0) }
    /// What is sent as a method is anybody's text; all but these count as one.
    static let methods: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
    static let otherMethod = Method("other")

    private let loops: [Lock<[Key: Cell]>]

    init(loops count: Int) { loops = (0..<max(1, count)).map { _ in Lock([:]) } }

    /// Counts an answer; called on the loop that it came by.
    func note(_ record: ExchangeRecord) {
        let route = (record.note as? any Journey)?.route ?? ""
        let method = Self.methods.contains(record.request.method) ? record.request.method : Self.otherMethod
        let status = min(max(record.status.code / 100, 0), 5)
        // How long a stream was followed is no duration of an answer.
        let isTimed = !route.isEmpty && (record.note as? RouteExchange)?.stream == nil
        let bucket = Self.durations.firstIndex { record.took <= $0 } ?? Self.durations.count
        loops[Int(UInt(bitPattern: record.loop)) % loops.count].withLock { cells in
            let key = Key(route: route, method: method)
            cells[key, default: Cell()].byClass[status] &+= 1
            guard isTimed else { return }
            cells[key, default: Cell()].inTime[bucket] &+= 1
            cells[key, default: Cell()].seconds += record.took / .seconds(1)
        }
    }

    /// All loops together.
    var all: [Key: Cell] {
        loops.map { $0.withLock { $0 } }.reduce(into: [:]) { all, cells in
            for (key, cell) in cells { all[key, default: Cell()].add(cell) }
        }
    }
}
