/// A stream of messages with a name: features that publish and features that read meet there.
///
/// The contract between them is the name and the payload's Shape; they need not share a Swift type.
public struct Topic<Payload: Shaped>: Sendable {
    /// What a topic keeps for readers that come late.
    public struct Retention: Sendable, Hashable {
        let keepsLatest: Bool
        /// Nothing: a reader gets what is published after it came.
        public static var nothing: Retention { Retention(keepsLatest: false) }
        /// The last value, which a late reader gets first; for topics that tell a state.
        public static var latest: Retention { Retention(keepsLatest: true) }
    }

    /// The name, such as `track.status`.
    public let name: String
    let retention: Retention
    let waits: Bool

    /// Names a topic.
    ///
    /// - Parameters:
    ///   - name: Words of lower case letters, digits and dashes with dots between them.
    ///   - retention: What late readers get.
    ///   - waits: Whether publishers may wait for slow readers.
    public init(_ name: String, retain retention: Retention = .nothing, waits: Bool = false) {
        self.name = name
        self.retention = retention
        self.waits = waits
    }
}
