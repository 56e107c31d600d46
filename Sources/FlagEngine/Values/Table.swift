/// An immutable array in memory of its own.
///
/// Its owner reads it through `view`, which counts no references, so that threads do not contend for a counter.
@safe
final class Table<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: nobody writes to it once it is made.
    private let start: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        count = elements.count
        unsafe start = .allocate(capacity: max(1, elements.count))
        for (index, element) in elements.enumerated() { unsafe (start + index).initialize(to: element) }
    }

    deinit { unsafe start.deallocate() }

    /// The table as its owner reads it; valid only while the table itself is kept.
    var view: TableView<Element> { unsafe TableView(UnsafePointer(start), count: count) }
}

/// The elements of a table, or of an array that does not change meanwhile.
///
/// Every access checks the bounds.
@safe
struct TableView<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, @unchecked Sendable {
    // Unchecked: what it points to does not change.
    private let start: UnsafePointer<Element>?
    let count: Int

    @inline(__always)
    init(_ start: UnsafePointer<Element>?, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    @inline(__always)
    init(_ elements: UnsafeBufferPointer<Element>) { unsafe self.init(elements.baseAddress, count: elements.count) }

    @inline(__always)
    subscript(index: Int) -> Element {
        guard UInt(bitPattern: index) < UInt(bitPattern: count), let start = unsafe start else { outside() }
        return unsafe start[index]
    }

    /// Lends a part; what lies outside is left out.
    @inline(__always)
    func part(from index: Int, count: Int) -> UnsafeBufferPointer<Element> {
        let index = min(max(index, 0), self.count)
        return unsafe UnsafeBufferPointer(
            start: start.map { unsafe $0 + index }, count: min(max(count, 0), self.count &- index))
    }

    /// An index that a program never has; an array would stop the process just so.
    @inline(never)
    private func outside() -> Never { preconditionFailure("a table's index is out of bounds") }
}
