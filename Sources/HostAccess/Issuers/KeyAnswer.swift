package import HostConfig
internal import WebClient

/// What came of asking for keys.
package enum KeyAnswer: Sendable {
    /// A JWKS, and for how long it holds, where that was said.
    case fresh([UInt8], tag: String? = nil, age: Duration? = nil)
    /// The same as the tag that came along says.
    case unchanged
    /// Why nothing came, and how long whoever was asked wants not to be.
    case failed(String, retryAfter: Duration? = nil)
    /// Nobody is there to be asked.
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
