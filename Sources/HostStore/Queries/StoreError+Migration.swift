@_spi(Hosting) internal import FeatureKit

extension StoreError {
    /// A unique index is declared over documents that break it.
    static func breaksUnique(
        _ fields: [FieldKey], in collection: String, _ one: String, _ other: String
    ) -> StoreError {
        let names = fields.map(\.path).joined(separator: ", ")
        let index = ".unique(\(fields.map(\.description).joined(separator: ", ")))"
        return StoreError(
            .duplicate, "\(collection): \"\(one)\" and \"\(other)\" have the same \(names), so there can't be \(index)")
    }
}
