@_spi(Hosting) package import FeatureKit

extension JSONTape {
    /// Reads the document, which fits the shape, as a type.
    package func decoded<T: Shaped>(as type: T.Type, by shape: Shape) throws -> T {
        // Plain data have no type that fills in what is absent.
        if T.self == Value.self, let value = shape.completed(value) as? T { return value }
        return try lend { text in
            unsafe text.withBytes(from: 0, count: text.byteCount) { unsafe T.read(json: Span(_unsafeElements: $0)) }
        }.get()
    }
}
