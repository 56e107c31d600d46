package import HostSystem

/// A folder or file on the way to a watched one that the system would not watch.
package struct BlindSpot: Sendable, Hashable {
    package let path: String
    package let because: SystemError
}
