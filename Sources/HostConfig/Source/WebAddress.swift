package import FeatureKit
internal import WebClient

/// An address that a document names, and how it is asked.
package struct WebAddress: Sendable, Equatable {
    package let url: String
    /// How often.
    package let every: Duration
    /// How long an answer may take.
    package let timeout: Duration
    /// What is sent to this server, and to none that it points to.
    package let bearer: Secret?
    /// By way of what it is asked; nil means what the environment says.
    package let proxy: String?

    /// The address for logs and metrics, without what it may hold of secrets.
    package var shown: String { ShownAddress.of(url) }

    package init(url: String, every: Duration, timeout: Duration, bearer: Secret? = nil, proxy: String? = nil) {
        self.url = url
        self.every = every
        self.timeout = timeout
        self.bearer = bearer
        self.proxy = proxy
    }
}
