/// The first message of each side: who it is and what it can do.
@_spi(Hosting) public struct WireHello: Sendable, Equatable {
    /// The first text of each side, by which another protocol is recognised at once.
    static let name = "flagstand-wire"
    /// The most capabilities that one may name.
    static let mostCapabilities = 64

    /// The version of the protocol that it speaks.
    public var version: UInt32
    /// What it can do beyond the version, by name; unknown names are ignored.
    public var capabilities: [String]

    /// Describes this side.
    public init(version: UInt32 = WireLimits.version, capabilities: [String] = []) {
        self.version = version
        self.capabilities = capabilities
    }

    /// Reads what the other side is.
    ///
    /// - Throws: That it is something else, or speaks another version. What follows the version may differ then.
    public init(_ message: WireMessage) throws(WireError) {
        guard message.kind == .hello else { throw .malformed("it does not say who it is") }
        var reader = WireReader(message.body)
        guard try reader.text() == Self.name else { throw .malformed("it is something else") }
        version = try reader.number()
        guard version == WireLimits.version else {
            throw .otherVersion(theirs: version, ours: WireLimits.version)
        }
        let count = try reader.count()
        guard count <= Self.mostCapabilities else {
            throw .tooLarge("what it can; \(Self.mostCapabilities) words are the most")
        }
        capabilities = []
        for _ in 0..<count { capabilities.append(try reader.text()) }
    }

    /// The message that says it.
    public var message: WireMessage {
        WireMessage(.hello) { writer in
            writer.text(Self.name)
            writer.number(version)
            writer.number(UInt32(capabilities.count))
            for capability in capabilities { writer.text(capability) }
        }
    }
}
