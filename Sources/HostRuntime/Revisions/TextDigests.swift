@_spi(Hosting) internal import FeatureKit

/// The digests of the texts that were hashed last, so that a text of megabytes is not hashed again because something
/// beside it has changed.
final class TextDigests: Sendable {
    private struct Known {
        let bytes: [UInt8]
        let digest: String
    }

    private let known = Lock<[Known]>([])

    /// The digests of texts, in their order; all others are forgotten.
    func digests(of texts: [[UInt8]]) -> [String] {
        let former = known.withLock { $0 }
        // Texts that nobody has touched are the same memory, which is seen without comparing bytes.
        let now = texts.map { text in
            former.first { $0.bytes.count == text.count && $0.bytes == text }
                ?? Known(bytes: text, digest: SHA256.hexDigest(of: text))
        }
        known.withLock { $0 = now }
        return now.map(\.digest)
    }
}
