/// What is known of bars that the guide doesn't have: that one was deleted, or a sitting that came before its bar.
///
/// Only the newest are remembered. News is late by moments, so that a deleted bar whose last change comes after so many
/// other deletions is none that happens.
struct Strangers: Sendable {
    static let most = 10_000

    enum One: Sendable {
        case deleted
        case early(SittingsSeen)
    }

    private let most: Int
    private var known: [String: (number: UInt64, one: One)] = [:]
    /// In the order of their coming; what was taken out stays here until it is its turn.
    private var line: [(id: String, number: UInt64)] = []
    private var next: UInt64 = 0

    init(most: Int = most) { self.most = most }

    var count: Int { known.count }

    subscript(id: String) -> One? { known[id]?.one }

    mutating func put(_ one: One, _ id: String) {
        if let number = known[id]?.number {
            known[id] = (number, one)
            return
        }
        let place = Int(next % UInt64(most))
        if line.count < most {
            line.append((id, next))
        } else {
            if known[line[place].id]?.number == line[place].number { known[line[place].id] = nil }
            line[place] = (id, next)
        }
        known[id] = (next, one)
        next += 1
    }

    mutating func remove(_ id: String) { known[id] = nil }
}
