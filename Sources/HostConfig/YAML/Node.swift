/// A part of a document as it was written, with its place.
package struct Node: Sendable {
    /// What was written.
    package enum Content: Sendable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping([Entry])
    }

    /// A key with its value.
    package struct Entry: Sendable {
        package let key: String
        package let keyMark: Mark
        package let value: Node
    }

    package let content: Content
    package let mark: Mark

    /// The value of a key; of a doubled one the first, since the second is the mistake.
    package subscript(key key: String) -> Node? { entry(key)?.value }

    /// The key and its value.
    package func entry(_ key: String) -> Entry? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }
    }

    /// Whether it stands for nothing: `null`, `~` or an empty place.
    package var isNull: Bool {
        guard case .scalar(let scalar) = content else { return false }
        return scalar.isNull
    }
}
