package import HostSystem

/// Why an address did not give its document.
package struct URLProblem: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// The server said something else than 200 or 304.
        case status(Int)
        case tooLarge(most: Int)
        case tooSlow(limit: Duration)
        case tooManyRedirects(most: Int)
        case stopped
        case noThread(SystemError)
        /// What libcurl says.
        case notReached(String)
    }

    package let address: String
    package let reason: Reason

    init(address: String, _ reason: Reason) {
        self.address = address
        self.reason = reason
    }
}
