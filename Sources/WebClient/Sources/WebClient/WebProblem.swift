/// Why an address did not give what it was asked for.
public struct WebProblem: Error, Sendable, Equatable {
    /// What went wrong.
    public enum Reason: Sendable, Equatable {
        /// The server said something else than was wanted.
        case status(Int)
        /// There is more of it than is read.
        case tooLarge(most: Int)
        /// It took longer than it may.
        case tooSlow(limit: Duration)
        /// A stream has said nothing for so long.
        case silent(Duration)
        /// It points elsewhere too often.
        case tooManyRedirects(most: Int)
        /// It points from `https` to `http`.
        case lessSecure
        /// It ends before it is whole: after so many bytes of its body, of so many where it says how many there are.
        case brokenOff(after: Int, of: Int?)
        /// There is nothing in it.
        case empty
        /// It is packed, as the server calls it.
        case packed(String)
        /// What answers speaks no HTTP.
        case notHTTP
        /// Who asked wants no answer any more.
        case stopped
        /// There is no thread to ask on, as the system says it.
        case noThread(Int32)
        /// The server has an address that only its own network knows.
        case notPublic
        /// A field of the request has a line break in it.
        case brokenField(String)
        /// So many requests are under way that no more are taken.
        case tooMany(most: Int)
        /// What libcurl says.
        case notReached(String)
    }

    /// What went wrong.
    public let reason: Reason
    /// How long the server wants not to be asked.
    public let retryAfter: Duration?

    /// Makes a problem.
    public init(_ reason: Reason, retryAfter: Duration? = nil) {
        self.reason = reason
        self.retryAfter = retryAfter
    }
}
