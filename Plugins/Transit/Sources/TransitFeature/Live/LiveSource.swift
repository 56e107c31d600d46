internal import FeatureKit
internal import GTFS
internal import Protobuf

/// What one server said, entity by entity, and what that means in the timetable that holds.
struct LiveSource: Sendable {
    static let noMessage = "the bytes are no message of GTFS-realtime"
    private static let mostEntities = 200_000
    private static let mostBytes = 32 << 20

    /// What the ids of its timetable begin with.
    let prefix: String
    /// When the last message was made, in seconds since 1970; 0 where no message says.
    private(set) var made = 0
    /// When it came.
    private(set) var at: Timestamp
    /// From when on, by the clock that never goes back, it is too old.
    private(set) var end = Duration.zero
    /// How many messages were left aside, because they were made before the one that is held.
    private(set) var outdated = 0
    private(set) var said = LiveChanges()
    private var entities: [(id: String, bytes: [UInt8])] = []

    init(prefix: String, at now: Timestamp) { (self.prefix, at) = (prefix, now) }

    /// Takes a message over, in place of all that was said before or, where it is differential, of the same entities; false
    /// where it is older than what is held.
    mutating func take(
        _ message: RealtimeMessage, of snapshot: Snapshot, at now: Timestamp, until end: Duration
    ) throws(TransitRefusal) -> Bool {
        guard message.made >= made || message.made == 0 else {
            outdated += 1
            return false
        }
        var kept: [(id: String, bytes: [UInt8])] = []
        if message.isDifferential {
            let ids = Set(message.entities.map(\.id))
            kept = entities.filter { !ids.contains($0.id) }
        }
        for (id, bytes) in message.entities { if let bytes { kept.append((id, Array(bytes))) } }
        guard kept.count <= Self.mostEntities, kept.reduce(0, { $0 + $1.bytes.count }) <= Self.mostBytes else {
            throw .unreadable(why: "they are more than \(Self.mostEntities) or larger than \(Self.mostBytes) bytes")
        }
        let before = self
        (entities, made, at, self.end) = (kept, message.made, now, end)
        do { try read(for: snapshot) } catch {
            self = before
            throw .unreadable(why: Self.noMessage)
        }
        return true
    }

    /// Finds what was said in a timetable, which may be another one than before.
    mutating func read(for snapshot: Snapshot) throws(WireMessage.Damage) {
        var reader = RealtimeReader(snapshot: snapshot, prefix: prefix, now: at)
        for (id, bytes) in entities { try reader.read(WireMessage(bytes[...]), id: id) }
        said = reader.said
    }
}
