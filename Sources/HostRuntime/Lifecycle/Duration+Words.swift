@_spi(Hosting) internal import FeatureKit

extension Duration {
    /// The duration as documents write it, such as `5s`.
    package var inWords: String { DurationText.print(self) }
}
