@_spi(Hosting) import FeatureKit

/// How much a feature may keep.
package struct StoreBounds: Sendable, Equatable {
    /// How many documents.
    package let documents: Int
    /// How many bytes of documents and blobs.
    package let bytes: Int

    package init(documents: Int = StoreLimits.documents, bytes: Int = StoreLimits.bytes) {
        self.documents = documents
        self.bytes = bytes
    }
}

/// The section `store` of a feature: what it may hold, and the check of what its Shape can't say.
enum StoreSection {
    static let name = "store"
    static let bytesName = "bytes"

    static let shape = Shape.object([
        Field(
            "documents", .integer(in: 0...1_000_000_000), "How many documents it may keep.",
            default: .integer(Int64(StoreLimits.documents))),
        Field(
            bytesName, .text(), "How many bytes it may keep, such as 200MiB.",
            default: .text(SizeText.print(StoreLimits.bytes))),
    ])

    /// The section of a feature that has been checked.
    static func bounds(_ section: Value?) -> StoreBounds {
        guard case .integer(let documents)? = section?["documents"], case .text(let bytes)? = section?[bytesName],
            let bytes = SizeText.parse(bytes)
        else { return StoreBounds() }
        return StoreBounds(documents: Int(documents), bytes: bytes)
    }

    /// What is wrong with the size in a section; nil where nothing is, or the Shape says so already.
    static func problem(in section: Value?) -> Problem? {
        guard case .text(let text)? = section?[bytesName], !TextRule.size.allows(text) else { return nil }
        return .badText(.size, text)
    }
}
