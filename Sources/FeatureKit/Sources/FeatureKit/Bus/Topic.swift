/// A stream of messages with a name, which features publish and read.
///
/// The contract between them is the name and the payload's Shape; they need not share a Swift type.
public struct Topic<Payload: Shaped>: Sendable {
    /// What a topic keeps for readers that come late.
    public struct Retention: Sendable, Hashable {
        let kind: TopicRetention
        /// Nothing: a reader gets only what is published after it came.
        public static var nothing: Retention { Retention(kind: .nothing) }
        /// The last value, which a late reader gets first; for topics that hold a current state.
        public static var latest: Retention { Retention(kind: .latest) }

        /// The last value for each combination of some fields at the top of the payload, texts or whole numbers; a late
        /// reader gets all of them first, in the order in which they were published.
        ///
        /// - Parameters:
        ///   - fields: The fields that distinguish the values, such as `bar`.
        ///   - end: A field, true or false, that marks the end: where it is true, readers get the value, and none is
        ///     kept for these fields any more.
        ///   - most: How many values are kept, 65,536 at most; beyond that the one that changed longest ago is dropped.
        public static func latest(per fields: String..., until end: String? = nil, most: Int) -> Retention {
            Retention(kind: .latestPer(RetentionKey(fields, until: end, most: most)))
        }
    }

    /// The name, such as `track.status`.
    public let name: String
    let retention: Retention
    let waits: Bool
    let isWatchable: Bool

    /// Declares a topic.
    ///
    /// - Parameters:
    ///   - name: Words of lower case letters, digits and dashes with dots between them.
    ///   - retention: What the topic keeps for late readers.
    ///   - waits: Whether publishers may wait for slow readers.
    ///   - watchable: Whether apps may follow it at `/<mount>/stream/<topic>`.
    public init(
        _ name: String, retain retention: Retention = .nothing, waits: Bool = false, watchable: Bool = false
    ) {
        self.name = name
        self.retention = retention
        self.waits = waits
        isWatchable = watchable
    }
}
