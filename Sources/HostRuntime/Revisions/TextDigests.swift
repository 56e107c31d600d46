@_spi(Hosting) internal import FeatureKit

/// The digests of the texts that were hashed last, so that a text of megabytes is not hashed again when another text
/// changes.
final class TextDigests: Sendable {
    private struct Known {
        let bytes: [UInt8]
        let digest: String
    }

    private let known = Lock<[Known]>([])

    /// The digests of texts, in their order; all others are forgotten.
    func digests(of texts: [[UInt8]]) -> [String] {
        let previous = known.withLock { $0 }
        // Unchanged texts share their memory, so they compare equal without a look at the bytes.
        let now = texts.map { text in
            previous.first { $0.bytes.count == text.count && $0.bytes == text }
                ?? Known(bytes: text, digest: SHA256.hexDigest(of: text))
        }
        known.withLock { $0 = now }
        return now.map(\.digest)
    }
}
