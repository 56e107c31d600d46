internal import Measures

@testable import BLEFeature

/// What hearing costs, how soon it is told, and what a flood leaves behind.
enum AirRows {
    private static let mostMilliseconds = 5.0

    static func measure(_ arguments: [String]) async throws -> [Row] {
        let all = arguments != ["delivery"]
        var rows = all ? try Parsing.rows() : []
        rows.append(
            Row(
                "a recording's record to a neighbour", unit: "ms", .percentile(99),
                ours: try await Delivery.fromCapture(), bar: mostMilliseconds))
        rows.append(
            Row(
                "a post of \(BeaconService.mostPosted) to a neighbour, its last word", unit: "ms", .percentile(99),
                ours: try await Delivery.fromPosts(), bar: mostMilliseconds))
        if all { rows.append(try Flood.row()) }
        return rows
    }
}
