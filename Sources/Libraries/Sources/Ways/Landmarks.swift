public import Columns

/// How long the ways from some places to all others and back are: by the triangle inequality that bounds from below how
/// long any way is.
public struct Landmarks: Sendable {
    /// How many places are measured from.
    @inlinable static var count: Int { 8 }
    private static var unknown: UInt16 { .max }

    /// For each place, the lengths to it from each of them, then the lengths from it to each of them.
    private let lengths: Column<UInt16>

    /// Measures ways, which are given with the place where they begin; its columns lie in an arena.
    public init(_ links: [(group: UInt32, value: Link)], places: Int, in arena: Arena) {
        lengths = arena.column(2 * Self.count * places, of: Self.unknown)
        let work = Arena()
        defer { withExtendedLifetime(work) {} }
        let ahead = work.groups(links, count: places)
        let back = work.groups(
            links.map { ($0.value.to, Link(to: $0.group, length: $0.value.length)) }, count: places)
        var nearest = Array(repeating: Int32.max, count: places)
        var start = (0..<places).max { ahead[$0].count < ahead[$1].count }
        for number in 0..<Self.count {
            guard let first = start else { return }
            let from = ahead.lengths(from: first, places: places, most: Int32(Self.unknown) - 1)
            let to = back.lengths(from: first, places: places, most: Int32(Self.unknown) - 1)
            for place in 0..<places {
                lengths[2 * Self.count * place + number] = UInt16(clamping: from[place])
                lengths[2 * Self.count * place + Self.count + number] = UInt16(clamping: to[place])
                if from[place] < .max { nearest[place] = min(nearest[place], from[place]) }
            }
            // The next one is far from all.
            func far(_ place: Int) -> Int32 { nearest[place] == .max ? -1 : nearest[place] }
            start = (0..<places).max { far($0) < far($1) }
        }
    }

    /// Whether the bounds hold with further ways between the same places, too.
    public func hold(with links: [(group: UInt32, value: Link)]) -> Bool {
        links.allSatisfy { from, link in
            (0..<Self.count).allSatisfy { number in
                let one = 2 * Self.count * Int(from) + number, two = 2 * Self.count * Int(link.to) + number
                let ahead = Int32(lengths[two]) <= Int32(lengths[one]) + link.length || lengths[one] == Self.unknown
                let back =
                    Int32(lengths[one + Self.count]) <= Int32(lengths[two + Self.count]) + link.length
                    || lengths[two + Self.count] == Self.unknown
                return ahead && back
            }
        }
    }

    /// Some places that ways lead to, or come from, and how long these ways are at least.
    ///
    /// For each landmark it has the least that leads from there to one of the places and the most that leads back.
    public struct Goal: BitwiseCopyable, Sendable {
        @usableFromInline let lengths: Column<UInt16>
        @usableFromInline var ahead = InlineArray<8, Int32>(repeating: .max)
        @usableFromInline var back = InlineArray<8, Int32>(repeating: .min)
        @usableFromInline var isEmpty = true

        /// A goal without places.
        public init(_ landmarks: Landmarks) { lengths = landmarks.lengths }

        /// Adds a place, with what is still to go there; backward, ways come from it.
        public mutating func add(_ place: UInt32, rest: Int32, isForward: Bool) {
            isEmpty = false
            let first = 2 * Landmarks.count * Int(place)
            for number in 0..<Landmarks.count {
                let to = lengths[first + (isForward ? 0 : Landmarks.count) + number]
                let from = lengths[first + (isForward ? Landmarks.count : 0) + number]
                // What can't be measured bounds nothing.
                ahead[number] = min(ahead[number], to == .max ? -65_536 : Int32(to) + rest)
                back[number] = max(back[number], from == .max ? 131_072 : Int32(from) - rest)
            }
        }

        /// Whether it is that far or further from a place; never where the goal has no place.
        @inlinable @inline(__always) public func isAway(
            _ length: Int32, from place: Int, isForward: Bool
        ) -> Bool {
            if isEmpty { return false }
            let first = 2 * Landmarks.count * place
            for number in 0..<Landmarks.count {
                if ahead[number] &- Int32(lengths[first &+ (isForward ? 0 : Landmarks.count) &+ number]) >= length {
                    return true
                }
                let back = Int32(lengths[first &+ (isForward ? Landmarks.count : 0) &+ number])
                if back < 65_535, back &- self.back[number] >= length { return true }
            }
            return false
        }
    }
}
