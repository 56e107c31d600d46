public import Protobuf

/// A message of GTFS-realtime as it comes: when it was made, and its entities as bytes.
public struct RealtimeMessage: Sendable {
    /// In seconds since 1970; 0 where it does not say.
    public let made: Int
    /// Whether what is not in it stays.
    public let isDifferential: Bool
    /// Each entity with its id; without bytes where it says that there is none any more.
    public let entities: [(id: String, bytes: ArraySlice<UInt8>?)]

    /// Reads the public numbers of the fields; what a message has besides is left alone.
    public init(_ bytes: [UInt8]) throws(WireMessage.Damage) {
        let message = try WireMessage(bytes[...])
        guard let header = try message.message(1) else { throw WireMessage.Damage() }
        made = max(0, header.signed(3) ?? 0)
        isDifferential = header.number(2) == 1
        var entities: [(id: String, bytes: ArraySlice<UInt8>?)] = []
        for bytes in message.parts(2) {
            let entity = try WireMessage(bytes)
            entities.append((entity.text(1) ?? "", entity.number(2) == 1 ? nil : bytes))
        }
        self.entities = entities
    }
}
