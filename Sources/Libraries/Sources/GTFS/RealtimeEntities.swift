/// What a server of GTFS-realtime said last, entity by entity.
public struct RealtimeEntities: Sendable {
    /// Why a message is not taken: there would be too much to hold.
    public struct TooLarge: Error, CustomStringConvertible {
        /// How much there may be.
        public var description: String {
            "they are more than \(RealtimeEntities.most) or larger than \(RealtimeEntities.mostBytes) bytes"
        }
    }

    private static let most = 200_000
    private static let mostBytes = 32 << 20

    /// The entities with their ids.
    public private(set) var all: [(id: String, bytes: [UInt8])] = []
    /// When the last message was made, in seconds since 1970; 0 where no message says.
    public private(set) var made = 0
    /// How many messages were left aside, because they were made before the one that is held.
    public private(set) var outdated = 0

    /// Begins without any.
    public init() {}

    /// Takes a message over, in place of all that was said before or, where it is differential, of the same entities; false
    /// where it is older than what is held.
    public mutating func take(_ message: RealtimeMessage) throws(TooLarge) -> Bool {
        guard message.made >= made || message.made == 0 else {
            outdated += 1
            return false
        }
        var kept: [(id: String, bytes: [UInt8])] = []
        if message.isDifferential {
            let ids = Set(message.entities.map(\.id))
            kept = all.filter { !ids.contains($0.id) }
        }
        for (id, bytes) in message.entities { if let bytes { kept.append((id, Array(bytes))) } }
        guard kept.count <= Self.most, kept.reduce(0, { $0 + $1.bytes.count }) <= Self.mostBytes else {
            throw TooLarge()
        }
        (all, made) = (kept, message.made)
        return true
    }
}
