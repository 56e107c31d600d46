/// The version of the kit: features that were built with one minor version fit every later one of the same major
/// version.
public struct KitVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Raised by changes that break features.
    public let major: Int
    /// Raised by additions.
    public let minor: Int

    /// Makes a version.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// The version of this kit.
    public static var current: KitVersion { KitVersion(major: Int(KitBuild.major), minor: Int(KitBuild.minor)) }

    /// The version of the compiler that built this kit; features have to be built by the same.
    @_spi(Hosting) public static var compiler: String { KitBuild.compiler }

    /// Reads `1.0`.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }
        guard parts.count == 2, areDigits, let major = UInt16(parts[0]), let minor = UInt16(parts[1]) else {
            return nil
        }
        self.init(major: Int(major), minor: Int(minor))
    }

    /// Whether the first version is older than the second.
    public static func < (left: KitVersion, right: KitVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// The version as `1.0`.
    public var description: String { "\(major).\(minor)" }
}
