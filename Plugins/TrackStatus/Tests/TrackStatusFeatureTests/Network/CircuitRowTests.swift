import FeatureKit
import Testing
import WebJSON

@testable import TrackStatusFeature

@Suite struct CircuitRowTests {
    /// What came, and what it says or what is wrong with it.
    static let table: [(String, String)] = [
        (#"{"id": "global_circuit_state", "global_mode": "GREEN_FLAG"}"#, "normal"),
        (#"{"global_mode": "YELLOW_FLAG"}"#, "yellow"),
        (#"{"id": null, "global_mode": "VSC_DEPLOYED", "message": "slow"}"#, "vsc: slow"),
        (#"{"data": {"global_mode": "SC_DEPLOYED"}}"#, "safetyCar"),
        (
            #"{"data": [{"id": "other", "global_mode": "GREEN_FLAG"}, {"id": "global_circuit_state", "global_mode": "RED_FLAG"}]}"#,
            "redFlag"
        ),
        (
            #"[{"id": "global_circuit_state", "global_mode": "EVACUATION_MODE", "message": "Leave", "evacuation_route": "gate-3"}]"#,
            "evacuation: Leave"
        ),
        (#"{"global_mode": "evacuation"}"#, "evacuation"),
        // Words are compared whole and as they are written.
        (#"{"global_mode": "PREDICTED"}"#, "unknown"), (#"{"global_mode": "green_flag"}"#, "unknown"),
        (#"{"global_mode": "GREEN_FLAG "}"#, "unknown"), (#"{"global_mode": "GREEN_FLAG\u0000"}"#, "unknown"),
        // Letters that look alike.
        (#"{"global_mode": "GR\u0415EN_FLAG"}"#, "unknown"),
        (#"{"global_mode": null}"#, #"problem: the row has no "global_mode""#),
        (#"{"global_mode": 1}"#, #"problem: "global_mode" is a whole number, no text"#),
        (#"{}"#, #"problem: the row has no "global_mode""#),
        (
            #"{"id": "weather", "global_mode": "GREEN_FLAG"}"#,
            #"problem: the row has the id "weather", not "global_circuit_state""#
        ),
        ("[]", "problem: there is no row"), (#"{"data": []}"#, "problem: there is no row"),
        (#"[{"global_mode": "GREEN_FLAG"}]"#, #"problem: none of 1 rows has the id "global_circuit_state""#),
        (
            #"[{"id": "global_circuit_state", "global_mode": "GREEN_FLAG"}, {"id": "global_circuit_state", "global_mode": "RED_FLAG"}]"#,
            #"problem: 2 rows have the id "global_circuit_state""#
        ),
        (#"{"data": {"data": {"global_mode": "GREEN_FLAG"}}}"#, #"problem: the row has no "global_mode""#),
        ("null", "problem: expected the circuit's row, found nothing"),
    ]

    @Test(arguments: table.indices) func `a row says what it says`(index: Int) throws {
        let value = try JSONText.value(of: Array(Self.table[index].0.utf8))
        let told: String
        do throws(InputProblem) { told = try CircuitRow.report(value).short } catch { told = "problem: \(error)" }
        #expect(told == Self.table[index].1)
    }

    /// MySQL gives numbers as texts, and a broken thermometer hides no flag.
    @Test func `numbers may be texts, and what is odd is left out`() throws {
        let text =
            #"{"global_mode": "RED_FLAG", "forecast": "rain", "temperature": "warm", "humidity": "40", "wind": 3.25, "updated_at": "1790000000123"}"#
        let row = try CircuitRow.report(try JSONText.value(of: Array(text.utf8)))
        #expect(row.mode == .redFlag && row.forecast == "rain" && row.temperature == nil)
        #expect(row.humidity == 40 && row.wind == 3.25)
        #expect(row.updated == Timestamp(nanoseconds: 1_790_000_000_123_000_000))
        #expect(row.oddities == [#""temperature" is "warm"; it is left out"#])
    }

    @Test func `texts are cut to what a status can say, and empty ones are none`() throws {
        func row(_ count: Int) throws -> NetworkReport {
            let text = Value.text(String(repeating: "a", count: count))
            let row: Value = [
                "global_mode": "RED_FLAG", "message": text, "evacuation_route": text, "forecast": text,
                "temperature": "nan", "humidity": "infinity",
            ]
            return try CircuitRow.report(row)
        }
        let long = try row(9_000)
        #expect([long.message, long.route, long.forecast].map { $0?.count } == [500, 200, 200])
        #expect(long.temperature == nil && long.humidity == nil)
        let empty = try row(0)
        #expect([empty.message, empty.route, empty.forecast] == [nil, nil, nil])
        var state = TrackState()
        state.loseNetwork(String(repeating: "b", count: 9_000), at: at(0))
        #expect(state.status.sources.network?.problem?.count == Status.longestText)
    }

    @Test func `a statement is the same until it says something else`() throws {
        func identity(_ fields: String) throws -> String {
            let text = #"{"global_mode": "EVACUATION_MODE", \#(fields)}"#
            return try CircuitRow.report(try JSONText.value(of: Array(text.utf8))).identity
        }
        let first = try identity(#""message": "a", "temperature": 20, "updated_at": 1790000000000"#)
        #expect(try identity(#""message": "a", "temperature": 21, "updated_at": 1790000060000"#) == first)
        // The row may say when that was said.
        let said = try identity(#""message": "a", "mode_updated_at": 1790000000000"#)
        #expect(try identity(#""message": "a", "mode_updated_at": 1790000000001"#) != said)
        #expect(try identity(#""message": "b""#) != first)
        #expect(try identity(#""message": "a", "evacuation_route": "gate-3""#) != first)
    }
}
