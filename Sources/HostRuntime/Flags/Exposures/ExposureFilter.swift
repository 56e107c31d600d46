internal import FlagEngine

/// Tells exposures that are news from those that were told a little while ago.
///
/// It remembers in one table of fixed size, where a newer one may push an older one out: then something is told twice,
/// but what is news is always told.
struct ExposureFilter: Sendable {
    /// How long nothing is told twice, in seconds; it begins anew with each new state of the flags.
    static let window: Int64 = 600
    /// How many exposures are remembered.
    static let mostRemembered = 8_192

    private var seen: [UInt64] = []
    private var began: Int64 = 0
    private var revision: UInt64 = 0

    /// Whether an exposure is news; from now on it is none.
    mutating func isNews(
        _ person: ExposedPerson, flag: Int, variant: Int, revision: UInt64, now: Int64
    ) -> Bool {
        let isOver = !(began..<began + Self.window).contains(now)
        if isOver || revision != self.revision || seen.isEmpty {
            seen = [UInt64](repeating: 0, count: Self.mostRemembered)
            began = now
            self.revision = revision
        }
        let place = UInt64(truncatingIfNeeded: flag) << 32 | UInt64(truncatingIfNeeded: variant &+ 1)
        let mark = ExposedPerson.mix(person.hash ^ ExposedPerson.mix(place)) | 1
        let slot = Int(truncatingIfNeeded: mark >> 1) & (Self.mostRemembered - 1)
        guard seen[slot] != mark else { return false }
        seen[slot] = mark
        return true
    }
}
