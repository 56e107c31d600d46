internal import FeatureKit
internal import WebJSON

/// The row in which the circuit's database holds what the flags say.
enum CircuitRow {
    static let id = "global_circuit_state"

    /// Finds the row, alone, in a list, or in either under `data`, and reads it.
    static func report(_ value: Value) throws(InputProblem) -> NetworkReport {
        let row = try find(in: value["global_mode"] == nil ? value["data"] ?? value : value)
        let mode: Mode
        switch row["global_mode"] {
        case nil, .null?: throw InputProblem("the row has no \"global_mode\"")
        case .text(let word)?: mode = words[word] ?? Mode(rawValue: word) ?? .unknown
        case let other?: throw InputProblem("\"global_mode\" is \(other.kind), no text")
        }
        var fields = LenientMembers(row)
        var report = NetworkReport(mode: mode, identity: "", isWhole: true)
        // What is longer is cut off.
        report.message = fields.text("message", most: Status.longestText)
        report.route =
            fields.text("evacuation_route", most: Status.longestRoute)
            ?? fields.text("route", most: Status.longestRoute)
        report.temperature = fields.number("temperature", in: -100...100)
        report.humidity = fields.number("humidity", in: 0...100)
        report.wind = fields.number("wind", in: 0...1_000)
        report.forecast = fields.text("forecast", most: Status.longestRoute)
        report.updated = fields.moment("updated_at")
        // What it says, and when that was said where the row tells; not when the row was written.
        let said = fields.moment("mode_updated_at").map { ["\($0)"] } ?? []
        report.identity = ([mode.rawValue, report.message ?? "", report.route ?? ""] + said).joined(separator: "\n")
        report.oddities = fields.oddities
        return report
    }

    /// The database's words, which count as a whole: "PREDICTED" holds no "RED", and one that nobody knows is unknown.
    private static let words: [String: Mode] = [
        "GREEN_FLAG": .normal, "YELLOW_FLAG": .yellow, "VSC_DEPLOYED": .vsc, "SC_DEPLOYED": .safetyCar,
        "RED_FLAG": .redFlag, "EVACUATION_MODE": .evacuation,
    ]

    private static func find(in value: Value) throws(InputProblem) -> Members {
        switch value {
        case .object(let members):
            switch members["id"] {
            case nil, .null?, .text(id)?: return members
            case let other?: throw InputProblem("the row has the id \(other.shown), not \"\(id)\"")
            }
        case .list(let list):
            let own = list.compactMap { row -> Members? in
                guard case .object(let members) = row, members["id"] == .text(id) else { return nil }
                return members
            }
            guard own.count <= 1 else { throw InputProblem("\(own.count) rows have the id \"\(id)\"") }
            guard let row = own.first else {
                throw InputProblem(list.isEmpty ? "there is no row" : "none of \(list.count) rows has the id \"\(id)\"")
            }
            return row
        default: throw InputProblem("expected the circuit's row, found \(value.kind)")
        }
    }
}
