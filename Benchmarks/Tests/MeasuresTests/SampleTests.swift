import Measures
import Testing

@Suite struct SampleTests {
    @Test func medianAndExtremesDoNotDependOnTheOrder() throws {
        let sample = try Sample([9, 1, 5, 3, 7])
        #expect(sample.smallest == 1)
        #expect(sample.median == 5)
        #expect(sample.largest == 9)
    }

    @Test(arguments: [(0.0, 1.0), (1, 1), (50, 50), (98.5, 99), (99, 99), (99.1, 100), (100, 100)])
    func percentilesAreNearestRanks(percent: Double, expected: Double) throws {
        let sample = try Sample((1...100).map(Double.init).reversed())
        #expect(sample.percentile(percent) == expected)
    }

    @Test func oneMeasurementIsEveryPercentile() throws {
        let sample = try Sample([4])
        #expect(sample.percentile(1) == 4)
        #expect(sample.percentile(99) == 4)
    }

    @Test func nothingMeasuredIsNoSample() { #expect(throws: BenchError.self) { try Sample([]) } }
}
