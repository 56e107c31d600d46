/// Why bytes are not the expected record.
///
/// It is small, so that reading costs nothing while all goes well. `Shape.problems(in:)` describes everything that is
/// wrong with a value, in words.
@frozen
public struct RecordError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failures.
    @frozen
    public enum Reason: UInt8, Sendable {
        /// The bytes are not JSON.
        case malformed
        /// A value has another type than the field.
        case wrongType
        /// A required field is missing.
        case missingField
        /// There is a field that the record doesn't have.
        case unknownField
        /// A field occurs twice.
        case repeatedField
        /// A value lies outside its bounds.
        case outOfBounds
        /// Lists and mappings are nested too deeply.
        case tooDeep
        /// The type's own code refused the value.
        case refused
    }

    /// The kind of failure.
    public let reason: Reason
    /// How many bytes were read before it.
    public let offset: Int

    /// Describes a failure.
    @inlinable
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The failure in words.
    public var description: String {
        let what =
            switch reason {
            case .malformed: "this is not JSON"
            case .wrongType: "the value has another type"
            case .missingField: "a required field is missing"
            case .unknownField: "there is no such field"
            case .repeatedField: "the field is there twice"
            case .outOfBounds: "the value is out of bounds"
            case .tooDeep: "lists and mappings are nested too deeply"
            case .refused: "the type doesn't take the value"
            }
        return "byte \(offset): \(what)"
    }
}
