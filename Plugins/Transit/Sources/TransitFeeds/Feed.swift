public import TransitEngine

/// What was read from feeds.
public struct Feed: Sendable {
    /// What the timetable is built from.
    public var network: Network
}
