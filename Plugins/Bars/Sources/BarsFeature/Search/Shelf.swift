/// Some bars that follow each other in the order of a key.
///
/// What a search looks at first lies together, one bar's behind the other's: a hundred thousand are looked through in less than a
/// millisecond. It is a value: a search keeps the shelves that it found while others are written anew.
struct Shelf: Sendable {
    /// With more it is made two.
    static let most = 256

    struct Place: Equatable {
        let shelf: Int
        let index: Int
    }

    /// How many shifts there are.
    private let shifts: Int

    private(set) var cards: [Listing.Card] = []
    private(set) var terms: [Listing.Terms] = []
    private(set) var spots: [SIMD3<Double>] = []
    /// Around the spots.
    private(set) var box = SpotBox()
    /// The folded names, and where each ends.
    private var names: [UInt8] = []
    private var ends: [Int] = []
    private var days: [SIMD2<Int32>] = []
    private var fits: [Int16] = []
    private var taken: [Int16] = []

    init(shifts: Int) { self.shifts = shifts }

    var count: Int { cards.count }

    private func name(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    private func nights(_ index: Int) -> Range<Int> { 2 * shifts * index..<2 * shifts * (index + 1) }

    func folded(_ index: Int) -> ArraySlice<UInt8> { names[name(index)] }

    subscript(index: Int) -> Listing {
        let nights = nights(index)
        return Listing(
            name: Array(names[name(index)]), card: cards[index], terms: terms[index], spot: spots[index],
            nights: Nights(days: days[index], fits: Array(fits[nights]), taken: Array(taken[nights])))
    }

    // MARK: - Changing

    mutating func insert(_ listing: Listing, at index: Int) {
        let start = index == 0 ? 0 : ends[index - 1]
        names.insert(contentsOf: listing.name, at: start)
        ends.insert(start, at: index)
        for later in index..<ends.count { ends[later] += listing.name.count }
        cards.insert(listing.card, at: index)
        terms.insert(listing.terms, at: index)
        spots.insert(listing.spot, at: index)
        box.take(listing.spot)
        days.insert(listing.nights.days, at: index)
        fits.insert(contentsOf: listing.nights.fits, at: 2 * shifts * index)
        taken.insert(contentsOf: listing.nights.taken, at: 2 * shifts * index)
    }

    mutating func remove(at index: Int) {
        let name = name(index)
        let nights = nights(index)
        names.removeSubrange(name)
        ends.remove(at: index)
        for later in index..<ends.count { ends[later] -= name.count }
        cards.remove(at: index)
        terms.remove(at: index)
        spots.remove(at: index)
        box = SpotBox()
        for spot in spots { box.take(spot) }
        days.remove(at: index)
        fits.removeSubrange(nights)
        taken.removeSubrange(nights)
    }

    mutating func set(_ nights: Nights, at index: Int) {
        days[index] = nights.days
        fits.replaceSubrange(self.nights(index), with: nights.fits)
        taken.replaceSubrange(self.nights(index), with: nights.taken)
    }

    /// Takes the back half away.
    mutating func split() -> Shelf {
        var back = Shelf(shifts: shifts)
        let half = count / 2
        for index in half..<count { back.insert(self[index], at: back.count) }
        while count > half { remove(at: count - 1) }
        return back
    }

    /// Takes what follows it.
    mutating func append(_ next: Shelf) {
        for index in 0..<next.count { insert(next[index], at: count) }
    }

    // MARK: - Looking

    /// The first place of which the key is not before another one.
    func place<Key: ShelfKey>(of key: Key) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if Key(self, middle) < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Calls for each bar of which the name holds the needle, in order, until the call says that it is over.
    ///
    /// - Returns: Whether it did.
    @inline(__always)
    func each(named needle: Needle?, from first: Int = 0, _ isOver: (Lens, Int) -> Bool) -> Bool {
        unsafe withLens { lens in
            guard let needle else {
                for index in first..<count where unsafe isOver(lens, index) { return true }
                return false
            }
            return unsafe names.withUnsafeBytes { bytes in
                var (place, index) = (first == 0 ? 0 : ends[first - 1], first)
                while let next = unsafe needle.first(in: bytes, from: place) {
                    while ends[index] <= next { index += 1 }
                    // One that goes over the end of a name is none.
                    guard next + needle.bytes.count <= ends[index] else {
                        place = next + 1
                        continue
                    }
                    if unsafe isOver(lens, index) { return true }
                    place = ends[index]
                }
                return false
            }
        }
    }

    @inline(__always)
    private func withLens<Result>(_ body: (Lens) -> Result) -> Result {
        unsafe cards.withUnsafeBufferPointer { cards in
            unsafe terms.withUnsafeBufferPointer { terms in
                unsafe spots.withUnsafeBufferPointer { spots in
                    unsafe days.withUnsafeBufferPointer { days in
                        unsafe fits.withUnsafeBufferPointer { fits in
                            unsafe body(
                                Lens(
                                    shifts: shifts, cards: cards, terms: terms, spots: spots, days: days, fits: fits))
                        }
                    }
                }
            }
        }
    }

    /// What a search looks at, laid open: it asks for each of a hundred thousand bars, and no array is counted for each.
    @unsafe struct Lens {
        private let shifts: Int
        private let cards: UnsafeBufferPointer<Listing.Card>
        private let terms: UnsafeBufferPointer<Listing.Terms>
        private let spots: UnsafeBufferPointer<SIMD3<Double>>
        private let days: UnsafeBufferPointer<SIMD2<Int32>>
        private let fits: UnsafeBufferPointer<Int16>

        fileprivate init(
            shifts: Int, cards: UnsafeBufferPointer<Listing.Card>, terms: UnsafeBufferPointer<Listing.Terms>,
            spots: UnsafeBufferPointer<SIMD3<Double>>, days: UnsafeBufferPointer<SIMD2<Int32>>,
            fits: UnsafeBufferPointer<Int16>
        ) {
            unsafe (self.shifts, self.cards) = (shifts, cards)
            unsafe (self.terms, self.spots, self.days, self.fits) = (terms, spots, days, fits)
        }

        @inline(__always)
        func spot(_ index: Int) -> SIMD3<Double> { unsafe spots[index] }

        /// Whether the filter lets a bar through.
        @inline(__always)
        func passes(_ index: Int, _ filter: SearchFilter) -> Bool {
            let terms = unsafe terms[index]
            guard filter.kinds.isEmpty || filter.kinds[Int(terms.kind)] else { return false }
            guard filter.people > 0 else { return true }
            guard filter.people <= terms.party else { return false }
            let day = filter.days[Int(terms.zone)]
            var open = terms.open.shifts(on: day, unsafe cards[index].closures).intersection(filter.shifts)
                .rawValue
            guard open != 0 else { return false }
            let row = Nights.row(of: day.number)
            guard unsafe days[index][row] == day.number else { return true }
            let start = unsafe (2 * index + row) * shifts
            while open != 0 {
                if unsafe fits[start + open.trailingZeroBitCount] >= filter.people { return true }
                open &= open - 1
            }
            return false
        }
    }

    /// How many seats are free on a day, for each shift for which the bar is open.
    func free(_ index: Int, on day: SearchDay) -> [(shift: Int, seats: Int64)] {
        let terms = terms[index]
        let row = Nights.row(of: day.number)
        let isKnown = days[index][row] == day.number
        return terms.open.shifts(on: day, cards[index].closures).indices.map { shift in
            let taken = isKnown ? taken[(2 * index + row) * shifts + shift] : 0
            return (shift, Int64(max(0, terms.seats - taken)))
        }
    }
}

/// What is asked of every bar, in numbers.
struct SearchFilter: Sendable {
    /// Which ones, by their numbers; empty where any will do.
    var kinds: [Bool] = []
    /// For how many there has to be room; 0 where nobody asked.
    var people: Int16 = 0
    /// In any of which shifts.
    var shifts: ShiftSet = []
    /// Tomorrow in each zone, by the zones' numbers.
    var days: [SearchDay]
}
