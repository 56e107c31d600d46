internal import FeatureKit

/// JSON to Swift's types and back, without a tree in between.
package enum JSON {}

extension JSON {
    /// Decodes JSON through a type's `Decodable`, which means what `Value.decoded(as:)` means.
    ///
    /// - Throws: `JSONProblem` where it is no JSON, `DecodingError` where the type does not take it.
    package static func decode<T: Decodable>(
        _ type: T.Type, from bytes: borrowing Span<UInt8>, limits: JSONLimits = .standard
    ) throws -> T {
        var reader = JSONReader(limits: limits)
        return try reader.read(bytes).decoded(as: type)
    }

    /// Decodes JSON through a type's `Decodable`.
    package static func decode<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8], limits: JSONLimits = .standard
    ) throws -> T {
        try decode(type, from: bytes.span, limits: limits)
    }
}

extension JSONTape {
    /// Decodes the document through a type's `Decodable`.
    ///
    /// - Parameter gate: Fills in what is absent and has a default, as `Shape.completed(_:)` does.
    package func decoded<T: Decodable>(as type: T.Type, completing gate: ShapeGate? = nil) throws -> T {
        let source = TapeSource(tape: self, rules: gate?.rules)
        return try TapeDecoder(source: source, place: source.root).decode(type)
    }
}
