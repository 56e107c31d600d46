/// Numbers statuses so that each has a larger one than all before it, in whatever run.
///
/// Ranges of them are reserved in the store, since a write for each would be too many.
struct Revisions: Equatable {
    /// So many at a time: more than an hour of a status each second stays when half of them are left.
    static let range = 10_000

    private(set) var last: Int
    /// The last one that may be used.
    private(set) var reserved: Int

    /// Goes on where all ranges before end.
    init(after reserved: Int) {
        last = reserved
        self.reserved = reserved
    }

    mutating func next() -> Int {
        last += 1
        return last
    }

    /// Up to where to reserve, where it is time to.
    var wanted: Int? { reserved - last < Self.range / 2 ? last + Self.range : nil }

    /// Whether the next one is in no range.
    var isUsedUp: Bool { reserved <= last }

    mutating func wasReserved(until end: Int) { reserved = max(reserved, end) }

    /// Takes what the store has, which could not be read before.
    mutating func recall(_ reserved: Int) { last = max(last, reserved) }
}
