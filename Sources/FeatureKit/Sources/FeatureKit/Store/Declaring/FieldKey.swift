/// A field of a document as indexes, conditions and orders name it: as it is, or ignoring accents and case.
public struct FieldKey: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The names from the outermost to the innermost, joined by dots: `address.city`.
    public let path: String
    /// Whether accents and case are ignored.
    public let isFolded: Bool

    /// A field as it is.
    public init(_ path: String) { self.init(path: path, isFolded: false) }

    /// A field as it is.
    public init(stringLiteral path: String) { self.init(path) }

    /// A text field, ignoring accents and case.
    public static func folded(_ path: String) -> FieldKey { FieldKey(path: path, isFolded: true) }

    package init(path: String, isFolded: Bool) {
        self.path = path
        self.isFolded = isFolded
    }

    /// The field as it is written in a declaration.
    public var description: String { isFolded ? ".folded(\"\(path)\")" : "\"\(path)\"" }
}
