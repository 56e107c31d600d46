/// A queue that reuses its memory: elements are added at the end and removed from the front.
struct Ring<Element> {
    private var slots: [Element?] = []
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(head + count) & (slots.count - 1)] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head].take()
        head = (head + 1) & (slots.count - 1)
        count -= 1
        return element
    }

    /// Moves the first `moved` elements, no more than there are, to the end of an array in reverse order.
    mutating func moveFirst(_ moved: Int, reversedInto array: inout [Element]) {
        for offset in (0..<moved).reversed() {
            if let element = slots[(head + offset) & (slots.count - 1)].take() { array.append(element) }
        }
        head = (head + moved) & (slots.count - 1)
        count -= moved
    }

    // The number of slots stays a power of two, so that an index is found with a mask.
    private mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(max(8, slots.count * 2))
        for offset in 0..<count { larger.append(slots[(head + offset) & (slots.count - 1)]) }
        larger.append(contentsOf: repeatElement(nil, count: max(8, slots.count * 2) - count))
        slots = larger
        head = 0
    }
}

extension Ring: Sendable where Element: Sendable {}
