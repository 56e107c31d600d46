import FeatureKit
import Measures
import Testing

@Suite struct RowTests {
    private func row(_ ours: [Double], bar: Double, peer: [Double]? = nil, goal: Double? = nil) throws -> Row {
        try Row(
            "bus", unit: "ns", ours: Sample(ours), bar: bar,
            peer: peer.map { Row.Peer(name: "Go", sample: try Sample($0), goal: goal) })
    }

    @Test func theBarItselfIsStillMet() throws {
        #expect(try row([200], bar: 200).meetsBar)
        #expect(try !row([200.1], bar: 200).meetsBar)
    }

    @Test func theFigureThatIsNamedIsHeldAgainstTheBar() throws {
        let ours = try Sample((1...100).map(Double.init))
        let row = Row("saves", unit: "ms", .percentile(99), ours: ours, bar: 98)
        #expect(row.value == 99)
        #expect(!row.meetsBar)
    }

    @Test func ratioAndGoal() throws {
        let row = try row([100, 150, 900], bar: 200, peer: [100], goal: 1.5)
        #expect(row.ratio == 1.5)
        #expect(row.meetsGoal == true)
        #expect(try self.row([151], bar: 200, peer: [100], goal: 1.5).meetsGoal == false)
        #expect(try self.row([151], bar: 200).ratio == nil)
    }

    @Test func tableShowsMissesAndPeers() throws {
        let rows = [
            try row([121.4, 130, 180], bar: 200, peer: [100, 80, 120], goal: 1.5),
            Row("start", unit: "ms", ours: try Sample([151.6]), bar: 150),
        ]
        #expect(
            Table.text(rows) == """
                       ours (min-max)           bar            peer (min-max)   ratio
                bus    median 130 ns (121-180)  ≤ 200  met     Go 100 (80-120)  × 1.3, goal ≤ 1.5 met
                start  median 152 ms (152-152)  ≤ 150  MISSED  no peer
                """)
    }

    @Test func resultsSayWhatTheTableSays() throws {
        let json = try row([100], bar: 200, peer: [50], goal: 1.5).json
        #expect(json["value"] == 100.0)
        #expect(json["meetsBar"] == true)
        #expect(json["ratio"] == 2.0)
        #expect(json["peer"]?["name"] == "Go")
    }
}
