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

    /// Reads what a worker said of its feature.
    public init(_ message: WireMessage) throws(WireError) {
        guard message.kind == .description else { throw .malformed("\(message.kind.rawValue) describes no feature") }
        self = try message.read { (reader) throws(WireError) in try FeatureDescription(&reader) }
    }

    private init(_ reader: inout WireReader) throws(WireError) {
        typeName = try reader.text()
        settings = try reader.shape()
        isReconfigurable = try reader.flag()
        contracts = try reader.list { (reader) throws(WireError) in try reader.contract() }
    }

    /// The description for a host; its `problem` says where no message can hold it.
    public var message: WireMessage {
        WireMessage(.description) { writer in
            writer.text(typeName)
            writer.shape(settings)
            writer.flag(isReconfigurable)
            writer.list(contracts) { $0.contract($1) }
        }
    }
}
