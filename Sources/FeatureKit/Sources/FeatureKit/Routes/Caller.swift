/// Who asks: a person's app, another feature, an operator at the command line, or the host itself.
public struct Caller: Sendable, Equatable {
    /// By which door a caller came in.
    public struct Origin: Sendable, Hashable, CustomStringConvertible {
        /// The door's name.
        public let description: String

        package init(description: String) { self.description = description }

        /// Over HTTP.
        public static let http = Origin(description: "http")
        /// From another feature.
        public static let bus = Origin(description: "bus")
        /// From the command line.
        public static let cli = Origin(description: "cli")
        /// The host itself, which passes every gate.
        public static let system = Origin(description: "system")
    }

    /// The key that flags bucket by, such as a user's or a device's id.
    public let key: String?
    /// What is known of the caller, such as country or app version.
    public let attributes: [String: Value]
    /// What the caller may do.
    public let roles: Set<String>
    /// By which door the caller came in.
    public let origin: Origin
    /// The network address that a caller over HTTP came from, as it is written, without a port; nil for all others.
    ///
    /// It is for counting who asks too often, never for knowing who asks.
    public let address: String?
    /// Whether the key is that of a user who has signed in, not one that was made for a guest.
    public let isSignedIn: Bool

    /// Describes a caller.
    public init(
        key: String? = nil, attributes: [String: Value] = [:], roles: Set<String> = [], origin: Origin
    ) {
        self.init(key: key, attributes: attributes, roles: roles, origin: origin, address: nil)
    }

    /// Describes a caller who came from an address.
    public init(
        key: String? = nil, attributes: [String: Value] = [:], roles: Set<String> = [], origin: Origin,
        address: String?
    ) {
        self.init(
            key: key, attributes: attributes, roles: roles, origin: origin, address: address, isSignedIn: key != nil)
    }

    /// Describes a caller of whom it is known whether they have signed in.
    @_spi(Hosting) public init(
        key: String?, attributes: [String: Value], roles: Set<String> = [], origin: Origin, address: String?,
        isSignedIn: Bool
    ) {
        self.isSignedIn = isSignedIn
        self.key = key
        self.attributes = attributes
        self.roles = roles
        self.origin = origin
        self.address = address
    }

    /// The host itself.
    public static let system = Caller(origin: .system)
}
