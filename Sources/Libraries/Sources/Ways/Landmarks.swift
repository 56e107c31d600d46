public import Columns

/// How long the ways from some places to all others and back are: by the triangle inequality that bounds from below how
/// long any way is.
public struct Landmarks: Sendable {
    /// The length between a place and each of the places that are measured from.
    private typealias Lengths = SIMD8<UInt16>

    private static var count: Int { Lengths.scalarCount }
    private static var unknown: UInt16 { .max }

    /// For each place, the lengths to it, then the lengths from it.
    private let lengths: Column<Lengths>

    /// Measures ways, which are given with the place where they begin; its columns lie in an arena.
    public init(_ links: [(group: UInt32, value: Link)], places: Int, in arena: Arena) {
        lengths = arena.column(2 * places, of: Lengths(repeating: Self.unknown))
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
                lengths[2 * place][number] = UInt16(clamping: from[place])
                lengths[2 * place + 1][number] = UInt16(clamping: to[place])
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
            let (one, two) = (2 * Int(from), 2 * Int(link.to))
            return isWithin(link.length, lengths[two], of: lengths[one])
                && isWithin(link.length, lengths[one + 1], of: lengths[two + 1])
        }
    }

    /// Whether no length is longer by more than a step than another one that is known.
    private func isWithin(_ step: Int32, _ long: Lengths, of short: Lengths) -> Bool {
        (0..<Self.count).allSatisfy { short[$0] == Self.unknown || Int32(long[$0]) <= Int32(short[$0]) + step }
    }

    /// Some places that ways lead to, or come from, and how long these ways are at least.
    ///
    /// For each landmark it has the least that leads from there to one of the places, and the most that leads back, with
    /// 1 added: what is unknown becomes 0 so, and bounds nothing.
    public struct Goal: Sendable {
        private let lengths: Column<Lengths>
        private let isForward: Bool
        private var ahead = Lengths(repeating: 0)
        private var back = Lengths(repeating: 0)
        private var isEmpty = true

        /// A goal without places; backward, ways come from it.
        public init(_ landmarks: Landmarks, isForward: Bool) {
            (lengths, self.isForward) = (landmarks.lengths, isForward)
        }

        /// Adds a place, with what is still to go there.
        public mutating func add(_ place: UInt32, rest: Int32) {
            let to = lengths[2 * Int(place) + (isForward ? 0 : 1)]
            let from = lengths[2 * Int(place) + (isForward ? 1 : 0)]
            for number in 0..<Landmarks.count {
                let least = to[number] == Landmarks.unknown ? 0 : UInt16(clamping: Int32(to[number]) + rest)
                let most = from[number] == Landmarks.unknown ? .max : UInt16(clamping: Int32(from[number]) - rest + 1)
                ahead[number] = isEmpty ? least : min(ahead[number], least)
                back[number] = isEmpty ? most : max(back[number], most)
            }
            isEmpty = false
        }

        /// Writes how long the way from each place is at least; 0 where the goal has no place.
        public func fill(_ bounds: Column<UInt16>) {
            if isEmpty { return bounds.fill(0) }
            for place in 0..<lengths.count / 2 {
                let to = lengths[2 * place + (isForward ? 0 : 1)]
                let from = lengths[2 * place + (isForward ? 1 : 0)] &+ 1
                let least = pointwiseMax(pointwiseMax(ahead, to) &- to, pointwiseMax(from, back) &- back)
                bounds[place] = least.max()
            }
        }
    }
}
