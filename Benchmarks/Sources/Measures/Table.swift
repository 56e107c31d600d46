/// The rows for people.
package enum Table {
    private static let heads = ["", "ours (min-max)", "bar", "", "peer (min-max)", "ratio"]

    /// Every row on a line, in columns.
    package static func text(_ rows: [Row]) -> String {
        let lines = [heads] + rows.map(cells)
        let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            var line = zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    private static func cells(_ row: Row) -> [String] {
        [
            row.name,
            "\(row.figure.name) \(number(row.value)) \(row.unit)\(median(row)) (\(range(row.ours)))",
            row.bar.map { "≤ \(number($0))" } ?? "no bar",
            row.bar == nil ? "" : row.meetsBar ? "met" : "MISSED",
            row.peer.map { "\($0.name) \(number(row.figure.value(of: $0.sample))) (\(range($0.sample)))" } ?? "no peer",
            ratio(row),
        ]
    }

    private static func ratio(_ row: Row) -> String {
        guard let ratio = row.ratio else { return "" }
        guard let goal = row.peer?.goal, let meetsGoal = row.meetsGoal else { return "× \(number(ratio))" }
        return "× \(number(ratio)), goal ≤ \(number(goal)) \(meetsGoal ? "met" : "missed")"
    }

    /// Beside a percentile.
    private static func median(_ row: Row) -> String {
        if case .median = row.figure { "" } else { ", median \(number(row.ours.median))" }
    }

    private static func range(_ sample: Sample) -> String { "\(number(sample.smallest))-\(number(sample.largest))" }

    /// Three digits are all that a noisy machine has to say.
    static func number(_ value: Double) -> String {
        let places = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 0.1 ? 2 : 4
        let scale = (0..<places).reduce(1.0) { scaled, _ in scaled * 10 }
        let rounded = (value * scale).rounded() / scale
        guard rounded != rounded.rounded() else { return String(Int(rounded)) }
        return "\(rounded)"
    }
}
