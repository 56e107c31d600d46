/// An address that is asked for a document again and again.
package struct WebAddress: Sendable, Hashable {
    package let url: String
    package let every: Duration
    package let timeout: Duration

    package init(url: String, every: Duration, timeout: Duration) {
        self.url = url
        self.every = every
        self.timeout = timeout
    }

    /// The address for logs and metrics, without what it may hold of secrets.
    package var shown: String { URLProblem.shown(url) }
}
