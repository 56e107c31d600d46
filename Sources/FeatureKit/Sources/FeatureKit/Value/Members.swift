/// The named values of an object, in the order in which they were added.
///
/// Equality does not look at the order.
public struct Members: Sendable, Equatable, Sequence {
    private var order: [String] = []
    private var values: [String: Value] = [:]

    /// Makes an object with nothing in it.
    public init() {}

    /// Makes an object of pairs; of two with one name the later one counts.
    public init(_ pairs: [(String, Value)]) {
        for (name, value) in pairs { self[name] = value }
    }

    /// The value of that name; setting nil removes it.
    public subscript(_ name: String) -> Value? {
        get { values[name] }
        set {
            let old = newValue.map { values.updateValue($0, forKey: name) } ?? values.removeValue(forKey: name)
            switch (old, newValue) {
            case (nil, .some): order.append(name)
            case (.some, nil): order.removeAll { $0 == name }
            default: break
            }
        }
    }

    /// The names, in order.
    public var names: [String] { order }

    /// How many there are.
    public var count: Int { order.count }

    /// Whether there are none.
    public var isEmpty: Bool { order.isEmpty }

    /// Walks over the pairs in order.
    public func makeIterator() -> AnyIterator<(name: String, value: Value)> {
        var names = order.makeIterator()
        return AnyIterator { [values] in
            while let name = names.next() {
                if let value = values[name] { return (name, value) }
            }
            return nil
        }
    }

    /// Whether both hold the same values under the same names.
    public static func == (left: Members, right: Members) -> Bool { left.values == right.values }
}
