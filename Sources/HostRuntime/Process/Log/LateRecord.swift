@_spi(Hosting) package import FeatureKit

/// A line of the log that is formatted only when it is written, and not at all if it is dropped.
///
/// For lines that come by the ten thousand, so that the code that logs them does not spend time on formatting.
package protocol LateRecord: Sendable {
    /// The feature that logs it.
    var feature: String { get }
    /// The approximate size of its text in bytes until it is formatted.
    var size: Int { get }
    /// The formatted line.
    var record: LogRecord { get }
}
