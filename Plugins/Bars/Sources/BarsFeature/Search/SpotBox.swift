/// The least box around some spots: what tells, without a look at any, how near the nearest may be and how far the furthest.
struct SpotBox: Sendable {
    private var low = SIMD3(repeating: Double.infinity)
    private var high = SIMD3(repeating: -Double.infinity)

    mutating func take(_ spot: SIMD3<Double>) {
        low = pointwiseMin(low, spot)
        high = pointwiseMax(high, spot)
    }

    /// No square of a chord to what lies inside is less; rounding makes neither of them pass the other, since it keeps the order.
    func least(from spot: SIMD3<Double>) -> Double {
        Chord.squared(spot.clamped(lowerBound: low, upperBound: high), spot)
    }

    /// None is more.
    func most(from spot: SIMD3<Double>) -> Double {
        Chord.squared(pointwiseMax(low.way(to: spot), high.way(to: spot)), SIMD3(repeating: 0))
    }
}

extension SIMD3<Double> {
    /// How far it is along each axis.
    fileprivate func way(to other: Self) -> Self { pointwiseMax(self - other, other - self) }
}
