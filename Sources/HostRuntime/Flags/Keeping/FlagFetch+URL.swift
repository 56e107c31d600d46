internal import HostConfig

extension FlagFetch {
    /// Asks addresses over the network.
    package static let network: Ask = { address, timeout, tag in
        do throws(URLProblem) {
            switch try await URLSource(address: address, timeout: timeout).answer(knowing: tag) {
            case .unchanged: return .unchanged
            case .document(let document):
                return .fresh(bytes: document.bytes, contentType: document.contentType, tag: document.tag)
            }
        } catch { return .failed(error.message) }
    }
}
