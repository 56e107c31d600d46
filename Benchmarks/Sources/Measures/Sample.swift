/// Several measurements of one thing.
///
/// The median counts, because one disturbed round moves a mean; the extremes say how quiet the machine was.
package struct Sample: Sendable, Equatable {
    /// The measurements, the smallest first.
    package let sorted: [Double]

    /// Takes at least one measurement.
    package init(_ measurements: [Double]) throws(BenchError) {
        guard !measurements.isEmpty else { throw BenchError("nothing was measured") }
        sorted = measurements.sorted()
    }

    package var smallest: Double { percentile(0) }
    package var median: Double { percentile(50) }
    package var largest: Double { percentile(100) }

    /// The smallest measurement that so many per cent do not exceed (nearest rank); with few measurements the highest
    /// percentiles are simply the largest.
    package func percentile(_ percent: Double) -> Double {
        let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
        return sorted[min(max(Int(rank), 1), sorted.count) - 1]
    }
}
