@_spi(Hosting) internal import FeatureKit

/// How much a feature may keep.
package struct StoreQuota: Sendable, Equatable {
    /// How many documents.
    package let documents: Int
    /// How many bytes of documents and blobs.
    package let bytes: Int

    package init(documents: Int = StoreLimits.documents, bytes: Int = StoreLimits.bytes) {
        self.documents = documents
        self.bytes = bytes
    }
}
