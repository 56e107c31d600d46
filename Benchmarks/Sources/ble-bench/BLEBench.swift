internal import Measures

@main enum BLEBench {
    static func main() async { await Harness.run(["ble": { try await AirRows.measure($0) }]) }
}
