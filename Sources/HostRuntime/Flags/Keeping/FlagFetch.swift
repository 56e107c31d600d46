internal import HostConfig

/// What came of asking an address for its flags.
package enum FlagFetch: Sendable {
    case fresh(bytes: [UInt8], contentType: String?, tag: String?)
    /// The same as the tag that came along says.
    case unchanged
    /// Why nothing came.
    case failed(String)

    var hasFailed: Bool { if case .failed = self { true } else { false } }

    /// Asks an address.
    package typealias Ask =
        @Sendable (_ address: String, _ timeout: Duration, _ tag: String?) async -> FlagFetch
}

extension FlagFetch {
    /// Asks addresses over the network.
    static let overNetwork: Ask = { address, timeout, tag in
        do throws(URLProblem) {
            switch try await URLSource(address: address, timeout: timeout).answer(knowing: tag) {
            case .unchanged: return .unchanged
            case .document(let document):
                return .fresh(bytes: document.bytes, contentType: document.contentType, tag: document.tag)
            }
        } catch { return .failed(error.message) }
    }
}
