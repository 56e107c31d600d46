internal import FlagEngine

/// Distinguishes new exposures from those that were reported a short while ago.
///
/// It remembers them in one table of fixed size, where a newer one may evict an older one. So an exposure may be
/// reported twice, but a new one is never missed.
struct ExposureFilter: Sendable {
    /// After how many seconds all remembered exposures are forgotten; a new state of the flags forgets them at once.
    static let window: Int64 = 600
    /// How many exposures are remembered.
    static let mostRemembered = 8_192

    private var seen: [UInt64] = []
    private var began: Int64 = 0
    private var revision: UInt64 = 0

    /// Whether an exposure is new; it is remembered from now on.
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
