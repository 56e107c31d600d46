internal import FeatureKit
internal import GTFS
internal import Protobuf

/// What one server said, and what that means in the timetable that holds.
struct LiveSource: Sendable {
    static let noMessage = "the bytes are no message of GTFS-realtime"

    /// What the ids of its timetable begin with.
    let prefix: String
    /// When the last message came.
    private(set) var at: Timestamp
    /// From when on, by the clock that never goes back, it is too old.
    private(set) var end = Duration.zero
    private(set) var entities = RealtimeEntities()
    private(set) var said = LiveChanges()

    init(prefix: String, at now: Timestamp) { (self.prefix, at) = (prefix, now) }

    /// Takes a message over; false where it is older than what is held.
    mutating func take(
        _ message: RealtimeMessage, of snapshot: Snapshot, at now: Timestamp, until end: Duration
    ) throws(TransitRefusal) -> Bool {
        var next = self
        do {
            if try next.entities.take(message) {
                (next.at, next.end) = (now, end)
                try next.read(for: snapshot)
            }
        } catch let problem as RealtimeEntities.TooLarge {
            throw .unreadable(why: problem.description)
        } catch { throw .unreadable(why: Self.noMessage) }
        defer { self = next }
        return next.entities.outdated == entities.outdated
    }

    /// Finds what was said in a timetable, which may be another one than before.
    mutating func read(for snapshot: Snapshot) throws(WireMessage.Damage) {
        var reader = RealtimeReader(snapshot: snapshot, prefix: prefix, now: at)
        for (id, bytes) in entities.all { try reader.read(WireMessage(bytes[...]), id: id) }
        said = reader.said
    }
}
