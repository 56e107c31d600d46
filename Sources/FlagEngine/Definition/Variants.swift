/// A flag's variants, found by their names: few are walked through, many have a table.
package struct Variants {
    private static let few = 8
    package let list: [FlagDefinition.Variant]
    private let indices: [String: Int32]

    package init(_ list: [FlagDefinition.Variant]) {
        self.list = list
        let pairs = list.count > Self.few ? list.enumerated().map { ($1.name, Int32($0)) } : []
        indices = Dictionary(pairs) { first, _ in first }
    }

    /// The index of the first one with a name.
    package subscript(name: String) -> Int32? {
        guard list.count <= Self.few else { return indices[name] }
        return list.firstIndex { $0.name == name }.map { Int32($0) }
    }
}
