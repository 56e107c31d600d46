@_spi(Hosting) import FeatureKit

/// A type that holds itself, as deep as a test wants it.
final class Nest: Shaped, Codable {
    let inner: Nest?
    static let shape = Shape.anything

    init(levels: Int) { inner = (1..<levels).reduce(nil) { inner, _ in Nest(inner) } }
    private init(_ inner: Nest?) { self.inner = inner }

    /// The same in plain data.
    static func value(levels: Int) -> Value { (1..<levels).reduce([:]) { inner, _ in ["inner": inner] } }
}

/// A value in as many lists.
extension Value {
    static func lists(levels: Int) -> Value { (1..<levels).reduce([]) { inner, _ in [inner] } }
}
