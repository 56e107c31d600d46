/// Who makes a request: a person's app, another feature, an operator at the command line, or the host itself.
public struct Caller: Sendable, Equatable {
    /// How a caller's request came in.
    public struct Origin: Sendable, Hashable, CustomStringConvertible {
        /// The name, such as `http`.
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
    /// What is known about the caller, such as the country or the app's version.
    public let attributes: [String: Value]
    /// The caller's roles, which decide what the caller may do.
    public let roles: Set<String>
    /// How the caller's request came in.
    public let origin: Origin
    /// The network address of a caller over HTTP, as text without a port; nil for all others.
    ///
    /// It is for counting requests that come too often, never for identifying a caller.
    public let address: String?
    /// Whether the key is that of a user who has signed in, not one that was made for a guest.
    public let isSignedIn: Bool

    /// The key that the host issued to the device of a caller over HTTP; nil where the request had none.
    ///
    /// A guest's key is that of the device. What a guest has moves to the person who signs in on the device.
    public let device: String?

    /// Describes a caller: one with a key has signed in, one without a key is a guest on the device.
    public init(
        key: String? = nil, attributes: [String: Value] = [:], roles: Set<String> = [], origin: Origin,
        address: String? = nil, device: String? = nil
    ) {
        self.init(
            key: key ?? device, attributes: attributes, roles: roles, origin: origin, address: address,
            isSignedIn: key != nil, device: device)
    }

    /// Describes a caller of whom it is known whether they have signed in.
    @_spi(Hosting) public init(
        key: String?, attributes: [String: Value], roles: Set<String> = [], origin: Origin, address: String?,
        isSignedIn: Bool, device: String? = nil
    ) {
        self.isSignedIn = isSignedIn
        self.key = key
        self.attributes = attributes
        self.roles = roles
        self.origin = origin
        self.address = address
        self.device = device
    }

    /// The host itself.
    public static let system = Caller(origin: .system)
}
