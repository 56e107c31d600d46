/// The named values of an object, in the order in which they were added.
///
/// Equality ignores the order.
public struct Members: Sendable, Equatable, Sequence {
    private var entries: [Entry] = []
    /// Where each name's entry is, once there are many; few are walked through.
    private var places: [String: Int] = [:]

    fileprivate struct Entry: Sendable {
        let name: String
        var value: Value
    }

    /// How many are walked through.
    private static let few = 12

    /// Makes an empty object.
    public init() {}

    /// Makes an object from pairs; of two with the same name the later one counts.
    public init(_ pairs: [(String, Value)]) {
        entries.reserveCapacity(pairs.count)
        for (name, value) in pairs { set(name, value) }
    }

    /// The value of that name; setting nil removes it.
    public subscript(_ name: String) -> Value? {
        get { place(of: name).map { entries[$0].value } }
        set { if let newValue { set(name, newValue) } else { remove(name) } }
    }

    /// The names, in order.
    public var names: [String] { entries.map(\.name) }

    /// How many there are.
    public var count: Int { entries.count }

    /// Whether there are none.
    public var isEmpty: Bool { entries.isEmpty }

    /// Walks over the pairs in order.
    public func makeIterator() -> Iterator { Iterator(rest: entries.makeIterator()) }

    /// The iterator over the pairs, in order.
    public struct Iterator: IteratorProtocol {
        fileprivate var rest: IndexingIterator<[Entry]>

        /// The next pair; nil at the end.
        public mutating func next() -> (name: String, value: Value)? { rest.next().map { ($0.name, $0.value) } }
    }

    /// Whether both hold the same values under the same names.
    public static func == (left: Members, right: Members) -> Bool {
        guard left.count == right.count else { return false }
        return left.entries.indices.allSatisfy { index in
            let (mine, other) = (left.entries[index], right.entries[index])
            // Most are in the same order too.
            return mine.name == other.name ? mine.value == other.value : right[mine.name] == mine.value
        }
    }

    private func place(of name: String) -> Int? {
        places.isEmpty ? entries.firstIndex { $0.name == name } : places[name]
    }

    private mutating func set(_ name: String, _ value: Value) {
        if let place = place(of: name) {
            entries[place].value = value
            return
        }
        entries.append(Entry(name: name, value: value))
        if !places.isEmpty { places[name] = entries.count - 1 } else if entries.count > Self.few { notePlaces() }
    }

    private mutating func remove(_ name: String) {
        guard let place = place(of: name) else { return }
        entries.remove(at: place)
        if !places.isEmpty { notePlaces() }
    }

    private mutating func notePlaces() {
        places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
    }
}
