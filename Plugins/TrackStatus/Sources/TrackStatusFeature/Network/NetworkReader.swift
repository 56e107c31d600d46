@_spi(Hosting) internal import FeatureKit

/// Reads what the network says: the circuit's row, or live timing's words, which build on one another.
struct NetworkReader {
    /// A report, and what was odd in what it was made of.
    struct Reading: Equatable {
        let report: NetworkReport
        var oddities: [RowOddity] = []
        /// Whether it says all by itself, so that an older one of its kind says nothing.
        let isWhole: Bool
    }

    private var timing = TimingReader()

    /// Reads a piece of it.
    ///
    /// - Parameter name: What kind it is, where that was said beside it.
    mutating func read(_ value: Value, named name: String = "") throws(RowProblem) -> Reading {
        if name == "TrackStatus" || (value["Status"] != nil && value["Category"] == nil && !Self.isRow(value)) {
            try timing.hear(code: value)
        } else if name == "RaceControlMessages" || value["Messages"] != nil {
            try timing.hear(messages: value["Messages"] ?? value)
        } else if value["Category"] != nil, !Self.isRow(value) {
            timing.hear(try TimingMessage.read(value))
        } else {
            let row = try CircuitRow.read(value)
            return Reading(report: row.report, oddities: row.oddities, isWhole: true)
        }
        return Reading(report: timing.report, isWhole: false)
    }

    private static func isRow(_ value: Value) -> Bool { value["global_mode"] != nil || value["data"] != nil }
}

extension Value {
    /// What kind of value this is, in a reader's words.
    var inWords: String { kindInWords }
}
