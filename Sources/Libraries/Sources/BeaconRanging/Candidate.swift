public import BluetoothCaptures
public import FeatureKit

/// A beacon that a listener hears.
public struct Candidate: Sendable, Equatable {
    /// What tells beacons apart: a known one by its id, whatever its address, another by its address and its zone.
    public enum ID: Hashable, Sendable {
        case beacon(String)
        case sender(Advertisement.Address, zone: UInt16)
    }

    /// Which beacon.
    public let id: ID
    /// The address that it was heard by.
    public let address: Advertisement.Address
    /// The zone that it speaks of.
    public let zone: UInt16
    /// How much weaker it is than a metre away, in dB; less is nearer.
    public let loss: Double
    /// How far away it is; nil where no method can tell.
    public let distance: Distance?
    /// When it was heard last, by the listener's time.
    public internal(set) var heard: Duration
}

/// Which beacon has been the nearest from when on; nil where all are silent.
public struct NearestChange: Sendable, Equatable {
    /// The nearest beacon.
    public let nearest: Candidate?
    /// Whether it is so near that only another that is as near takes its place.
    public let isLocked: Bool
    /// Since when, by the source's wall clock; nil where nothing was heard yet.
    public let since: Timestamp?
}

// Gateways have the host's moments, recordings their own.
extension Moment {
    /// What the wall clock would have shown at another uptime, had it never been set.
    public func wall(at uptime: Duration) -> Timestamp { wall.advanced(by: uptime - self.uptime) }

    /// The moment so long before.
    public func before(_ duration: Duration) -> Moment { advanced(by: .zero - duration) }
}
