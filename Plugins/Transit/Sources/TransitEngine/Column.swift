/// A row of plain values in memory that an `Arena` owns; places are checked in debug builds alone, because they come
/// from tables that were checked when they were built.
@safe struct Column<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    fileprivate init(base: UnsafeMutablePointer<Element>, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    @inline(__always) subscript(place: Int) -> Element {
        get {
            assert(place >= 0 && place < count, "\(place) of \(count)")
            return unsafe base[place]
        }
        nonmutating set {
            assert(place >= 0 && place < count, "\(place) of \(count)")
            unsafe base[place] = newValue
        }
    }

    @inline(__always) subscript(place: UInt32) -> Element {
        get { self[Int(place)] }
        nonmutating set { self[Int(place)] = newValue }
    }

    /// How many of some values in order are below another one; without branches, because none could be foretold.
    @inline(__always) func count(below value: Element, from first: Int, count: Int) -> Int where Element == Int32 {
        var (low, left) = (first, count)
        while left > 1 {
            let half = left >> 1
            low = low &+ (self[low &+ half &- 1] < value ? half : 0)
            left = left &- half
        }
        return low &- first &+ (left == 1 && self[low] < value ? 1 : 0)
    }

    /// The places of one entry in a table of offsets.
    @inline(__always) func range(_ place: Int) -> Range<Int> where Element == UInt32 {
        Int(self[place])..<Int(self[place + 1])
    }

    var values: [Element] { (0..<count).map { self[$0] } }

    func fill(_ value: Element) { for place in 0..<count { self[place] = value } }
}

/// Memory of columns, freed with the last one who holds it.
///
/// Columns are filled by one owner before others see them.
@safe final class Arena: @unchecked Sendable {
    private var blocks = unsafe [UnsafeMutableRawPointer]()
    private(set) var bytes = 0

    func column<Element>(_ count: Int, of value: Element) -> Column<Element> {
        let base = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
        unsafe base.initialize(repeating: value, count: count)
        unsafe blocks.append(UnsafeMutableRawPointer(base))
        bytes += count * MemoryLayout<Element>.stride
        return unsafe Column(base: base, count: count)
    }

    func column<Element>(_ values: [Element]) -> Column<Element> {
        let base = UnsafeMutablePointer<Element>.allocate(capacity: max(1, values.count))
        for (place, value) in values.enumerated() { unsafe (base + place).initialize(to: value) }
        unsafe blocks.append(UnsafeMutableRawPointer(base))
        bytes += values.count * MemoryLayout<Element>.stride
        return unsafe Column(base: base, count: values.count)
    }

    deinit { unsafe blocks.forEach { unsafe $0.deallocate() } }
}
