import Measures

/// One publisher to many readers, ours and Go's channels in turns.
struct FanoutRows {
    /// Each side is measured so often.
    static let turns = 7
    /// Deliveries of one measurement, whatever the number of readers.
    static let deliveries = 4_000_000
    static let roundSize = 1_000
    static let patience = 120.0
    static let bars: [(readers: Int, bar: Double, goal: Double?)] = [(1, 500, nil), (4, 300, nil), (16, 200, 1.5)]

    let ours: String
    let go: String

    func measure() throws -> [Row] {
        try Self.bars.compactMap { readers, bar, goal in
            let arguments = ["\(readers)", "\(Self.deliveries / Self.roundSize / readers)"]
            var mine: [Double] = []
            var theirs: [Double] = []
            for _ in 0..<Self.turns {
                mine.append(try nanoseconds(ours, arguments))
                theirs.append(try nanoseconds(go, arguments))
            }
            guard let mine = Sample(mine), let theirs = Sample(theirs) else { return nil }
            return Row(
                "bus, 1 publisher to \(readers) \(readers == 1 ? "reader" : "readers"), each delivery", unit: "ns",
                ours: mine, bar: bar, peer: .init(name: "Go channels", sample: theirs, goal: goal))
        }
    }

    private func nanoseconds(_ program: String, _ arguments: [String]) throws -> Double {
        let child = try Child(program, arguments, reading: .standard)
        let text = try child.line(within: Self.patience, awaiting: "a number")?.text ?? ""
        let code = try child.end(within: Self.patience)
        guard code == 0 else { throw BenchError.ended(program, code, child.lastLines) }
        guard let number = Double(text), number > 0 else { throw BenchError.noNumber(program, text) }
        return number
    }
}
