/// Lines of the log that nobody will read, and whose they were.
struct LogLosses {
    /// How many sources are named; those that lost the most.
    static let mostNamed = 3

    /// Those that found no room, by who said them.
    var bySource: [String: Int] = [:]
    /// Those that could not be written.
    var unwritten = 0

    var count: Int { bySource.values.reduce(unwritten, +) }

    mutating func add(_ more: LogLosses) {
        bySource.merge(more.bySource, uniquingKeysWith: +)
        unwritten += more.unwritten
    }

    /// What a line of the log says about them.
    var fields: [(String, String)] {
        let worst = bySource.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostNamed)
        let names = worst.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return [("lines", String(count))] + (names.isEmpty ? [] : [("from", names)])
    }
}
