import HTTPServer

/// What stands at which path: literal segments go before `{names}`.
///
/// It is searched with the bytes of a path, so that no request makes texts of what it does not need. A path that
/// ends with a slash is another one than the path without it.
struct PathTree<Element: Sendable>: Sendable {
    /// A place that was found.
    struct Match {
        let element: Element
        /// What the names stand for, from left to right.
        let names: [String]
    }

    private struct Node: Sendable {
        /// By length and then by bytes, so that most comparisons end at the length.
        var literals: [(text: [UInt8], node: Int)] = []
        var name: Int?
        var element: Element?
    }

    private var nodes = [Node()]

    /// Changes what stands where a template points to; two templates that differ only in their names are one place.
    mutating func withElement(at template: PathTemplate, _ change: (inout Element?) -> Void) {
        var node = 0
        for segment in template.segments {
            switch segment {
            case .literal(let text): node = child(of: node, Array(text.utf8))
            case .name:
                let next = nodes[node].name ?? add()
                nodes[node].name = next
                node = next
            }
        }
        change(&nodes[node].element)
    }

    private mutating func child(of node: Int, _ text: [UInt8]) -> Int {
        if let known = nodes[node].literals.first(where: { $0.text == text }) { return known.node }
        let next = add()
        nodes[node].literals.append((text, next))
        nodes[node].literals.sort { left, right in
            left.text.count < right.text.count
                || (left.text.count == right.text.count && left.text.lexicographicallyPrecedes(right.text))
        }
        return next
    }

    private mutating func add() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }

    /// What stands at a path, if anything does.
    ///
    /// - Parameter separator: What stands before each segment.
    func find(_ path: borrowing Span<UInt8>, separator: UInt8 = UInt8(ascii: "/")) -> Match? {
        guard path.count > 0, path[0] == separator else { return nil }
        var names: [Range<Int>] = []
        guard let element = find(path, separator, from: 1, below: 0, &names) else { return nil }
        guard !names.isEmpty else { return Match(element: element, names: []) }
        var texts: [String] = []
        texts.reserveCapacity(names.count)
        for name in names { texts.append(path.text(name)) }
        return Match(element: element, names: texts)
    }

    /// Goes on from a segment's start; whatever the path, it comes to each node at most once, as there is one way to it.
    private func find(
        _ path: borrowing Span<UInt8>, _ separator: UInt8, from start: Int, below node: Int,
        _ names: inout [Range<Int>]
    ) -> Element? {
        var end = start
        while end < path.count, path[end] != separator { end &+= 1 }
        if let literal = literal(of: node, path, start..<end),
            let found = element(path, separator, end, literal, &names)
        {
            return found
        }
        guard let name = nodes[node].name, start < end else { return nil }
        names.append(start..<end)
        if let found = element(path, separator, end, name, &names) { return found }
        names.removeLast()
        return nil
    }

    private func element(
        _ path: borrowing Span<UInt8>, _ separator: UInt8, _ end: Int, _ node: Int, _ names: inout [Range<Int>]
    ) -> Element? {
        end == path.count ? nodes[node].element : find(path, separator, from: end &+ 1, below: node, &names)
    }

    private func literal(of node: Int, _ path: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
        var low = 0
        var high = nodes[node].literals.count
        while low < high {
            let middle = (low &+ high) / 2
            let order = Self.order(nodes[node].literals[middle].text, path, range)
            if order == 0 { return nodes[node].literals[middle].node }
            if order < 0 { low = middle &+ 1 } else { high = middle }
        }
        return nil
    }

    /// Below zero where the text comes before the segment.
    private static func order(_ text: [UInt8], _ path: borrowing Span<UInt8>, _ range: Range<Int>) -> Int {
        guard text.count == range.count else { return text.count &- range.count }
        var index = 0
        while index < text.count {
            let difference = Int(text[index]) &- Int(path[range.lowerBound &+ index])
            if difference != 0 { return difference }
            index &+= 1
        }
        return 0
    }
}
