/// A row of plain values in memory that an `Arena` owns; places are checked in debug builds alone, because they come
/// from tables that were checked when they were built.
@safe public struct Column<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let base: UnsafeMutablePointer<Element>
    /// How many there are.
    public let count: Int

    @inlinable init(base: UnsafeMutablePointer<Element>, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// The value at a place.
    @inlinable @inline(__always) public subscript(place: Int) -> Element {
        get {
            assert(place >= 0 && place < count, "\(place) of \(count)")
            return unsafe base[place]
        }
        nonmutating set {
            assert(place >= 0 && place < count, "\(place) of \(count)")
            unsafe base[place] = newValue
        }
    }

    /// The value at a place.
    @inlinable @inline(__always) public subscript(place: UInt32) -> Element {
        get { self[Int(place)] }
        nonmutating set { self[Int(place)] = newValue }
    }

    /// All values as a list.
    @inlinable public var values: [Element] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

    /// Sets all values.
    @inlinable public func fill(_ value: Element) { unsafe base.update(repeating: value, count: count) }
}

/// Values in groups that lie one behind the other.
public struct Groups<Value: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
    @usableFromInline let offsets: Column<UInt32>
    /// The values of all groups.
    public let values: Column<Value>

    @inlinable init(offsets: Column<UInt32>, values: Column<Value>) { (self.offsets, self.values) = (offsets, values) }

    /// Where the values of a group lie.
    @inlinable @inline(__always) public subscript(group: Int) -> Range<Int> {
        Int(offsets[group])..<Int(offsets[group + 1])
    }
}

/// Memory of columns, freed with the last one who holds it.
///
/// Columns are filled by one owner before others see them.
@safe public final class Arena: @unchecked Sendable {
    private var blocks = unsafe [UnsafeMutableRawPointer]()
    /// How many bytes its columns take.
    public private(set) var bytes = 0

    /// An arena without columns.
    public init() {}

    /// A column of so many equal values.
    @inlinable public func column<Element>(_ count: Int, of value: Element) -> Column<Element> {
        let column: Column<Element> = reserve(count)
        column.fill(value)
        return column
    }

    /// A column of these values.
    @inlinable public func column<Element>(_ values: [Element]) -> Column<Element> {
        let column: Column<Element> = reserve(values.count)
        for (place, value) in values.enumerated() { unsafe (column.base + place).initialize(to: value) }
        return column
    }

    /// The values of each group, in the order in which they are given.
    @inlinable public func groups<Value>(_ values: [(group: UInt32, value: Value)], count: Int) -> Groups<Value> {
        var next = [UInt32](repeating: 0, count: count + 1)
        for value in values { next[Int(value.group) + 1] += 1 }
        for group in 0..<count { next[group + 1] += next[group] }
        let (offsets, column) = (column(next), reserve(values.count) as Column<Value>)
        for (group, value) in values {
            column[next[Int(group)]] = value
            next[Int(group)] += 1
        }
        return Groups(offsets: offsets, values: column)
    }

    @inlinable func reserve<Element>(_ count: Int) -> Column<Element> {
        let base = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
        unsafe own(base, bytes: count * MemoryLayout<Element>.stride)
        return unsafe Column(base: base, count: count)
    }

    @usableFromInline func own(_ base: UnsafeMutableRawPointer, bytes: Int) {
        unsafe blocks.append(base)
        self.bytes += bytes
    }

    deinit { unsafe blocks.forEach { unsafe $0.deallocate() } }
}
