internal import FeatureKit

// Moments in whole seconds: written so, they are in order as texts are, which indexes go by.
extension Timestamp {
    private static let second: Int64 = 1_000_000_000

    /// The last whole second up to it.
    var wholeSecond: Timestamp {
        Timestamp(nanoseconds: nanoseconds - (nanoseconds % Self.second + Self.second) % Self.second)
    }

    /// The first whole second from it on.
    var nextWholeSecond: Timestamp {
        let whole = wholeSecond
        return whole == self ? self : whole.advanced(by: .seconds(1))
    }
}
