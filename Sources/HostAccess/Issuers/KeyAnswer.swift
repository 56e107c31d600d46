package import HostConfig
internal import WebClient

/// The answer to a request for keys.
package enum KeyAnswer: Sendable {
    /// A JWKS, with its tag and how long it stays valid, where the server said so.
    case fresh([UInt8], tag: String? = nil, age: Duration? = nil)
    /// The keys are still those of the tag that was sent.
    case unchanged
    /// Why no keys came, and how long the server asks to wait before the next request.
    case failed(String, retryAfter: Duration? = nil)
    /// There is nobody to ask.
    case nobody

    /// Asks an address.
    package typealias Ask = @Sendable (_ address: WebAddress, _ tag: String?) async -> KeyAnswer

    /// Asks addresses over the network.
    package static let overNetwork: Ask = { address, tag in
        do throws(WebProblem) {
            switch try await URLSource(address).answer(knowing: tag) {
            case .unchanged: return .unchanged
            case .document(let document):
                return .fresh(document.bytes, tag: document.tag, age: document.maxAge)
            }
        } catch { return .failed(error.description, retryAfter: error.retryAfter) }
    }
}
