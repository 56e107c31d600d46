import FeatureKit
import HTTPServer

/// Counts answers separately for each loop, so that loops never wait for each other.
final class RequestCounts: Sendable {
    typealias Key = RouteSlots.Key

    /// How often and how long.
    struct Cell: Sendable, Equatable {
        /// By the first digit of the status.
        var byClass: [UInt64] = Array(repeating: 0, count: 6)
        /// Of the answers that came whole: how many took at most as long as each bound, and one for those beyond.
        var inTime: [UInt64] = Array(repeating: 0, count: RequestCounts.bounds.count + 1)
        var took = Duration.zero

        var seconds: Double { took / .seconds(1) }
        var isUsed: Bool { byClass.contains { $0 > 0 } }

        mutating func add(_ other: Cell) {
            for index in byClass.indices { byClass[index] &+= other.byClass[index] }
            for index in inTime.indices { inTime[index] &+= other.inTime[index] }
            took += other.took
        }
    }

    /// The buckets of durations, in seconds.
    static let bounds = [0.000_25, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
    private static let durations = bounds.map { Duration.seconds($0) }
    /// Clients may send any text as a method; all but these are counted as one.
    static let methods: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
    static let otherMethod = Method("other")

    private let slots: RouteSlots
    /// For each loop, by number.
    private let loops: [Lock<[Cell]>]

    /// - Parameters:
    ///   - count: How many loops there are.
    ///   - slots: The numbers of routes, the same ones that a `Journey` has.
    init(loops count: Int, slots: RouteSlots = RouteSlots()) {
        self.slots = slots
        loops = (0..<max(1, count)).map { _ in Lock([]) }
    }

    /// Counts an answer; called on the request's loop.
    func note(_ record: ExchangeRecord) {
        // Objects of a known class are told apart far faster than those that follow a protocol.
        let asked = record.note as? RouteExchange
        let short = asked == nil ? record.note as? ShortJourney : nil
        let number = asked?.slot ?? short?.slot ?? number(of: record)
        let status = min(max(record.status.code / 100, 0), 5)
        // How long a stream was followed is no duration of an answer.
        let isTimed = if let asked { asked.stream == nil } else { route(of: record, short) != nil }
        let bucket = isTimed ? Self.durations.firstIndex { record.took <= $0 } ?? Self.durations.count : nil
        loops[Int(UInt(bitPattern: record.loop)) % loops.count].withLock { cells in
            while cells.count <= number { cells.append(Cell()) }
            cells[number].byClass[status] &+= 1
            guard let bucket else { return }
            cells[number].inTime[bucket] &+= 1
            cells[number].took += record.took
        }
    }

    private func route(of record: ExchangeRecord, _ short: ShortJourney?) -> String? {
        if let short { return short.route }
        return (record.note as? any Journey)?.route
    }

    private func number(of record: ExchangeRecord) -> Int {
        let method = record.request.method
        return slots.number(
            of: (record.note as? any Journey)?.route ?? "", Self.methods.contains(method) ? method : Self.otherMethod)
    }

    /// All loops together.
    var all: [Key: Cell] {
        let keys = slots.keys
        return loops.map { $0.withLock { $0 } }.reduce(into: [:]) { all, cells in
            for (number, cell) in cells.enumerated() where cell.isUsed {
                if let key = keys[number] { all[key, default: Cell()].add(cell) }
            }
        }
    }
}
