@_spi(Hosting) internal import FeatureKit

extension Duration {
    /// The duration as documents write it, such as `5s`.
    package var inWords: String { DurationText.print(self) }

    /// The same without what is less than a millisecond.
    var toTheMillisecond: Duration {
        let (seconds, attoseconds) = components
        return Duration(
            secondsComponent: seconds, attosecondsComponent: attoseconds - attoseconds % 1_000_000_000_000_000)
    }
}
