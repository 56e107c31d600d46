@_spi(Hosting) public import FeatureKit

/// What a host has to know of a feature whose library it does not open.
@_spi(Hosting) public struct FeatureDescription: Sendable, Equatable {
    /// The Swift type's name, for messages.
    public let typeName: String
    /// The Shape of its settings.
    public let settings: Shape
    /// Whether it can take new settings while it runs.
    public let isReconfigurable: Bool
    /// Every topic, route and collection that it touches; without their Swift types.
    public let contracts: [Contract]

    /// Describes a feature from its library.
    public init(_ entry: FeatureEntry) {
        typeName = entry.typeName
        settings = entry.settingsShape
        isReconfigurable = entry.isReconfigurable
        contracts = entry.contracts
    }

    init(typeName: String, settings: Shape, isReconfigurable: Bool, contracts: [Contract]) {
        self.typeName = typeName
        self.settings = settings
        self.isReconfigurable = isReconfigurable
        self.contracts = contracts
    }

    /// Reads what a worker said of its feature.
    public init(_ message: WireMessage) throws(WireError) {
        throw .malformed("descriptions are not read yet")
    }

    /// The description for a host.
    public var message: WireMessage { WireMessage(.description) }
}
