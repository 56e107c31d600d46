@_spi(Hosting) package import FeatureKit
internal import HostConfig

/// Keeps the secrets of documents out of what the host writes, whoever put them there: a feature that says what it
/// could not sign in with, or crashes with it on its lips.
package final class HiddenSecrets: Sendable {
    /// How many are remembered, the newest: one that has been exchanged may still be spoken of.
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
