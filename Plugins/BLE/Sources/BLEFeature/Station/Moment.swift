internal import FeatureKit

/// A point in time as a source has it: gateways have the host's, recordings their own.
struct Moment: Equatable, Sendable {
    /// It never goes back; TTLs run by it.
    let uptime: Duration
    /// What the clock on the wall shows; signatures go by it.
    let wall: Timestamp
}
