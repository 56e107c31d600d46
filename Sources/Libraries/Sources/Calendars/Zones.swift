public import FeatureKit

/// The zones that were asked for so far; each is read from the machine's tz database once.
public final class Zones: Sendable {
    /// How many are remembered; there are about six hundred zones, and some have several names.
    private static let most = 2_000

    private let zones = Lock<[String: Zone]>([:])
    private let folder: String?

    /// Makes an empty list of zones.
    ///
    /// - Parameter folder: The folder of another tz database than the machine's.
    public init(in folder: String? = nil) { self.folder = folder }

    /// A zone by its name; one that can't be read is tried again the next time.
    public func zone(_ name: String) throws(ZoneProblem) -> Zone {
        if let known = zones.withLock({ $0[name] }) { return known }
        let zone: Zone
        if let folder { zone = try Zone(named: name, in: folder) } else { zone = try Zone(named: name) }
        zones.withLock { if $0.count < Self.most { $0[name] = zone } }
        return zone
    }

    /// When the next day begins in any of them; a day later where there are none.
    public func nextMidnight(after now: Timestamp) -> Timestamp {
        let next = known.map { $0.moment($0.day(at: now).advanced(by: 1), .midnight) }
        // Where the clock is set back over midnight a day begins twice; the second time nothing is new.
        return next.filter { $0 > now }.min() ?? now.advanced(by: .seconds(86_400))
    }

    /// Whether it is another day at the one moment than at the other in any of them.
    public func isOtherDay(_ one: Timestamp, than other: Timestamp) -> Bool {
        known.contains { $0.day(at: one) != $0.day(at: other) }
    }

    private var known: [Zone] { zones.withLock { Array($0.values) } }
}
