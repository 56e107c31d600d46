package import HostConfig
internal import WebClient

/// What came of asking an address for its document.
package enum AddressAnswer: Sendable {
    case fresh(bytes: [UInt8], contentType: String?, tag: String?)
    /// The same as the tag that came along says.
    case unchanged
    /// Why nothing came, and how long the server wants not to be asked.
    case failed(String, retryAfter: Duration? = nil)

    var hasFailed: Bool { if case .failed = self { true } else { false } }

    /// Asks an address.
    package typealias Ask = @Sendable (_ address: WebAddress, _ tag: String?) async -> AddressAnswer
}

extension AddressAnswer {
    /// Asks addresses over the network.
    package static let overNetwork: Ask = { address, tag in
        do throws(WebProblem) {
            switch try await URLSource(address).answer(knowing: tag) {
            case .unchanged: return .unchanged
            case .document(let document):
                return .fresh(bytes: document.bytes, contentType: document.contentType, tag: document.tag)
            }
        } catch { return .failed(error.description, retryAfter: error.retryAfter) }
    }
}
