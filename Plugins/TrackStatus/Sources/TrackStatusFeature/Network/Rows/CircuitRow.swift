@_spi(Hosting) internal import FeatureKit

/// The row in which the circuit's database holds what the flags say.
struct CircuitRow: Equatable {
    static let id = "global_circuit_state"
    /// The longest message, route or forecast; the rest is cut off.
    static let longestText = 500

    let report: NetworkReport
    let oddities: [RowOddity]

    /// Finds the row, alone, in a list, or in either under `data`, and reads it.
    static func read(_ value: Value) throws(RowProblem) -> CircuitRow { try reading(try find(in: value, depth: 0)) }

    private static func find(in value: Value, depth: Int) throws(RowProblem) -> Members {
        switch value {
        case .object(let members):
            if depth == 0, members["global_mode"] == nil, let data = members["data"] {
                return try find(in: data, depth: 1)
            }
            switch members["id"] {
            case nil, .null?, .text(id)?: return members
            case .text(let other)?: throw .anotherRow(other)
            case let other?: throw .anotherRow(other.json)
            }
        case .list(let list):
            let own = list.compactMap { row -> Members? in
                guard case .object(let members) = row, members["id"] == .text(id) else { return nil }
                return members
            }
            guard own.count <= 1 else { throw .severalRows(own.count) }
            guard let row = own.first else { throw .noRow(among: list.count) }
            return row
        default: throw .notARow(value.kindInWords)
        }
    }

    private static func reading(_ row: Members) throws(RowProblem) -> CircuitRow {
        let mode: Mode
        switch row["global_mode"] {
        case nil, .null?: throw .noMode
        case .text(let word)?: mode = NetworkWords.mode(word)
        case let other?: throw .modeIs(other.kindInWords)
        }
        var fields = RowFields(row)
        var report = NetworkReport(mode: mode, identity: "")
        report.message = fields.text("message")
        report.route = fields.text("evacuation_route") ?? fields.text("route")
        report.temperature = fields.number("temperature", in: -100...100)
        report.humidity = fields.number("humidity", in: 0...100)
        report.wind = fields.number("wind", in: 0...1_000)
        report.forecast = fields.text("forecast")
        report.updated = fields.moment("updated_at")
        // What it says, not when it was written: a new temperature in the same row raises no evacuation again.
        report.identity = [mode.rawValue, report.message ?? "", report.route ?? ""].joined(separator: "\n")
        return CircuitRow(report: report, oddities: fields.oddities)
    }
}

/// The members of a row; those that are not what they should be are noted and left out.
private struct RowFields {
    /// Beyond it a number of milliseconds can't be counted in nanoseconds.
    private static let lastMillisecond: Int64 = 9_000_000_000_000
    private static let longestNumber = 40

    private let row: Members
    private(set) var oddities: [RowOddity] = []

    init(_ row: Members) { self.row = row }

    mutating func text(_ name: String) -> String? {
        guard let value = value(name) else { return nil }
        guard case .text(let text) = value else { return odd(name, value) }
        return text.count <= CircuitRow.longestText ? text : String(text.prefix(CircuitRow.longestText))
    }

    /// A number; databases of rows give them as texts.
    mutating func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
        guard let value = value(name) else { return nil }
        guard let number = Self.number(value), range.contains(number) else { return odd(name, value) }
        return number
    }

    /// Milliseconds since 1970, or a moment as RFC 3339 writes it.
    mutating func moment(_ name: String) -> Timestamp? {
        guard let value = value(name) else { return nil }
        if case .text(let text) = value, let moment = Timestamp(text) { return moment }
        guard let number = Self.number(value), number > 0, number <= Double(Self.lastMillisecond),
            let milliseconds = Int64(exactly: number.rounded())
        else { return odd(name, value) }
        return Timestamp(nanoseconds: milliseconds * 1_000_000)
    }

    /// What stands there; null and an empty text are nothing.
    private func value(_ name: String) -> Value? {
        switch row[name] {
        case nil, .null?: nil
        case .text(let text)? where text.allSatisfy(\.isWhitespace): nil
        case let value?: value
        }
    }

    private static func number(_ value: Value) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .text(let text):
            // Swift would also read "nan", "inf" and hexadecimal digits.
            text.utf8.count <= longestNumber && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
                ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
        default: nil
        }
    }

    private mutating func odd<Content>(_ name: String, _ value: Value) -> Content? {
        let saw: String
        switch value {
        case .text(let text): saw = CircuitRow.shown(text)
        case .integer, .number, .boolean: saw = value.json
        default: saw = value.kindInWords
        }
        oddities.append(RowOddity(field: name, saw: saw))
        return nil
    }
}
