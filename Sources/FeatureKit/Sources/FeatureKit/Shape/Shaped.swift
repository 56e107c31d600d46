/// A type that declares what its data looks like, besides being `Codable`.
///
/// The shape is written by hand and has to agree with what `Codable` reads and writes; the test kit's
/// `expectShapeAgrees` proves that it does.
public protocol Shaped: Codable & Sendable {
    /// What the data of this type looks like.
    static var shape: Shape { get }
}

/// Nothing at all: a route's request without parameters, or its reply without a body.
public struct Nothing: Shaped, Equatable {
    /// A mapping without fields.
    public static let shape = Shape.object([])
    /// Makes nothing.
    public init() {}
}

/// The settings of a feature that has none.
public typealias NoSettings = Nothing

extension Bool: Shaped {
    /// True or false.
    public static var shape: Shape { .boolean }
}

extension Int: Shaped {
    /// A whole number.
    public static var shape: Shape { .integer() }
}

extension Double: Shaped {
    /// A finite number.
    public static var shape: Shape { .number() }
}

extension String: Shaped {
    /// A text.
    public static var shape: Shape { .text() }
}

extension Duration: Shaped {
    /// A duration such as `5s`.
    public static var shape: Shape { .duration() }
}

extension Value: Shaped {
    /// Any plain data.
    public static var shape: Shape { .anything }
}

extension Array: Shaped where Element: Shaped {
    /// A list of the element's shape.
    public static var shape: Shape { .list(of: Element.shape) }
}
