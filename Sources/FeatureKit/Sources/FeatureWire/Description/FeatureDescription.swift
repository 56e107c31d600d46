@_spi(Hosting) public import FeatureKit

/// What a host has to know of a feature whose library it does not open.
@_spi(Hosting) public struct FeatureDescription: Sendable, Equatable {
    /// The Swift type's name, for messages.
    public let typeName: String
    /// The Shape of its settings.
    public let settings: Shape
    /// Whether it can take new settings while it runs.
    public let isReconfigurable: Bool
    /// Whether it has code that checks settings beyond their Shape.
    public let checksSettings: Bool
    /// Every topic, route and collection that it touches, by role and name; without their Swift types.
    public let contracts: [Contract]

    /// Describes a feature from its library.
    public init(_ entry: FeatureEntry) {
        typeName = entry.typeName
        settings = entry.settingsShape
        isReconfigurable = entry.isReconfigurable
        checksSettings = entry.checksSettings
        contracts = entry.contracts.sorted { left, right in
            left.role == right.role ? left.name < right.name : left.role.order < right.role.order
        }
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
        checksSettings = try reader.flag()
        contracts = try reader.list { (reader) throws(WireError) in try reader.contract() }
    }

    /// The description for a host; its `problem` says where no message can hold it.
    public var message: WireMessage {
        WireMessage(.description) { writer in
            writer.text(typeName)
            writer.shape(settings)
            writer.flag(isReconfigurable)
            writer.flag(checksSettings)
            writer.list(contracts) { $0.contract($1) }
        }
    }
}

extension Contract.Role {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
