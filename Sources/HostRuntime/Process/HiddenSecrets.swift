@_spi(Hosting) package import FeatureKit
internal import HostConfig

/// Removes the secrets of the configuration from everything that the host writes, such as a module's error message or
/// crash report that contains a password.
package final class HiddenSecrets: Sendable {
    /// How many of the newest secrets are remembered, since replaced ones may still occur in texts.
    static let most = 1_000

    private struct State {
        var secrets: [String] = []
        var redaction = Redaction.none
    }

    private let state = Lock(State())

    package init() {}

    /// Hides these as well from now on.
    package func hide(_ secrets: [Secret]) {
        state.withLock { state in
            let news = Set(secrets.map { $0.reveal() }).subtracting(state.secrets)
            guard !news.isEmpty else { return }
            state.secrets = (state.secrets + news.sorted()).suffix(Self.most)
            state.redaction = Redaction(state.secrets)
        }
    }

    /// A text without them.
    package func callAsFunction(_ text: String) -> String { state.withLock(\.redaction)(text) }

    /// Bytes without them.
    func callAsFunction(_ bytes: [UInt8]) -> [UInt8] { state.withLock(\.redaction)(bytes) }
}
