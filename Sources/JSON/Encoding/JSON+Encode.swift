internal import FeatureKit

extension JSON {
    /// Writes a value through its `Encodable` as JSON on one line, which means what `Value(encoding:).json` means.
    ///
    /// - Throws: What its `Encodable` throws, `EncodingError` for whole numbers beyond 64 bits with sign; the bytes
    ///   are then as they were.
    package static func encode(_ value: some Encodable, into bytes: inout [UInt8]) throws {
        bytes += try Value(encoding: value).json.utf8
    }
}
