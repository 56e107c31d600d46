package import HostSystem

/// Why an address did not give its document.
package struct URLProblem: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// The server said something else than 200 or 304.
        case status(Int)
        case tooLarge(most: Int)
        case tooSlow(limit: Duration)
        case tooManyRedirects(most: Int)
        /// It points from `https` to `http`.
        case lessSecure
        /// It ends before it is whole.
        case brokenOff
        case empty
        /// As the server calls it.
        case packed(String)
        case notHTTP
        case stopped
        case noThread(SystemError)
        /// What libcurl says.
        case notReached(String)
    }

    package let address: String
    package let reason: Reason
    /// How long the server wants not to be asked.
    package let retryAfter: Duration?

    init(address: String, _ reason: Reason, retryAfter: Duration? = nil) {
        self.retryAfter = retryAfter
        self.address = address
        self.reason = reason
    }
}
