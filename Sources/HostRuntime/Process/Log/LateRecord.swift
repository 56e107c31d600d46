@_spi(Hosting) package import FeatureKit

/// A line of the log whose words are made where it is written, and not at all where it finds no room.
///
/// For lines that come by the ten thousand: whoever says them has better things to do.
package protocol LateRecord: Sendable {
    /// Who says it.
    var feature: String { get }
    /// How many bytes of text it holds until then, more or less.
    var size: Int { get }
    /// The line in words.
    var record: LogRecord { get }
}
