/// A declaration of what data looks like: types, bounds, cases, defaults and a sentence for each field.
///
/// Settings, payloads and every route's request and reply have one. The host uses it to check data from outside,
/// reporting all mistakes at once, and to print JSON Schema and the reference pages. A shape is a finite tree: a type
/// can't contain itself.
public struct Shape: Sendable, Equatable {
    /// What a shape is made of.
    @_spi(Hosting) public enum Kind: Sendable, Equatable {
        case anything
        case boolean
        case integer(ClosedRange<Int64>)
        case number(ClosedRange<Double>)
        case text(ClosedRange<Int>)
        case choice([String])
        case duration(ClosedRange<Duration>)
        case timestamp
        case path
        case secret
        case media(Int)
        indirect case list(Shape, ClosedRange<Int>)
        indirect case map(Shape, ClosedRange<Int>)
        case object([Field])
    }

    /// What it is made of.
    @_spi(Hosting) public let kind: Kind

    package init(kind: Kind) { self.kind = kind }

    /// Any plain data; nothing is checked.
    public static let anything = Shape(kind: .anything)

    /// True or false.
    public static let boolean = Shape(kind: .boolean)

    /// A point in time, written as in RFC 3339; the Swift type is `Timestamp`.
    public static let timestamp = Shape(kind: .timestamp)

    /// The path of a file; in a configuration file it is relative to that file's folder.
    public static let path = Shape(kind: .path)

    /// A secret, which configuration files hold only as a reference; the Swift type is `Secret`.
    public static let secret = Shape(kind: .secret)

    /// Bytes of some media type, 64 MiB at most; the Swift type is `Media`.
    public static let media = media(upTo: Media.most)

    /// A whole number between bounds.
    public static func integer(in bounds: ClosedRange<Int64> = .min ... .max) -> Shape { Shape(kind: .integer(bounds)) }

    /// A finite number between bounds; an infinite bound stands for none.
    public static func number(in bounds: ClosedRange<Double> = -.infinity ... .infinity) -> Shape {
        Shape(kind: .number(bounds.clamped(to: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)))
    }

    /// A text with a length in Unicode code points, as JSON Schema counts them.
    public static func text(length: ClosedRange<Int> = RecordBounds.usualLength) -> Shape { Shape(kind: .text(length)) }

    /// One of several texts.
    public static func choice(_ words: [String]) -> Shape { Shape(kind: .choice(words)) }

    /// One of an enum's cases, by their raw values.
    public static func choice<E: CaseIterable & RawRepresentable<String>>(of type: E.Type) -> Shape {
        choice(E.allCases.map(\.rawValue))
    }

    /// A duration such as `250ms`, `5s` or `1h30m`; the Swift type is `Duration`.
    public static func duration(in bounds: ClosedRange<Duration> = RecordBounds.usualDuration) -> Shape {
        Shape(kind: .duration(bounds))
    }

    /// Bytes of some media type, with a limit of up to 64 MiB; the Swift type is `Media`.
    public static func media(upTo bytes: Int) -> Shape { Shape(kind: .media(min(max(bytes, 0), Media.most))) }

    /// A list of elements of one shape.
    public static func list(of element: Shape, count: ClosedRange<Int> = RecordBounds.usualCount) -> Shape {
        Shape(kind: .list(element, count))
    }

    /// A mapping from any names to values of one shape.
    public static func map(of element: Shape, count: ClosedRange<Int> = RecordBounds.usualCount) -> Shape {
        Shape(kind: .map(element, count))
    }

    /// A mapping with these fields and no others.
    public static func object(_ fields: [Field]) -> Shape { Shape(kind: .object(fields)) }

    /// The shape of another shaped type.
    public static func of<T: Shaped>(_ type: T.Type) -> Shape { T.shape }
}
