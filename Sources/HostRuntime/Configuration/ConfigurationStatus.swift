package import FeatureKit
package import HostConfig

/// How the active configuration compares with its sources.
package struct ConfigurationStatus: Sendable, Equatable {
    /// A source whose current content is not active.
    package struct Trouble: Sendable, Equatable {
        package let layer: Layer
        /// The configuration file or the address, as the operator knows it.
        package let source: String
        package let since: Timestamp
        package let reason: String
    }

    /// A configuration that was refused.
    package struct Rejection: Sendable, Equatable {
        package let at: Timestamp
        package let diagnostics: Diagnostics
    }

    /// The sources whose current content can't be used; their previous content stays active.
    package internal(set) var troubles: [Trouble] = []
    /// The last refusal, as long as a source still has the refused content; nil otherwise.
    package internal(set) var rejection: Rejection?
    /// The flags that have errors; each keeps its last good definition, or is left out if it has none.
    package internal(set) var invalidFlags: [String] = []
    /// What is wrong with those flags, and with the sources of flags.
    package internal(set) var flagProblems = Diagnostics()
    /// The number of problems in the state that an earlier host left.
    package internal(set) var damages = 0
    /// Whether the active configuration is not on disk because it could not be written.
    package internal(set) var isUnkept = false
    /// The number of refusals since the host started.
    package internal(set) var rejections = 0

    /// Notes that the local configuration file no longer exists.
    mutating func noteGone(_ path: String, at now: Timestamp) {
        guard !troubles.contains(where: { $0.layer == .local }) else { return }
        troubles.append(Trouble(layer: .local, source: path, since: now, reason: "is gone"))
    }

    /// Notes which sources are in trouble; a source that already was keeps its `since`.
    mutating func note(_ reasons: [(layer: Layer, source: String, reason: String)], at now: Timestamp) {
        troubles = reasons.map { layer, source, reason in
            let previous = troubles.first { $0.layer == layer && $0.source == source }
            return Trouble(layer: layer, source: source, since: previous?.since ?? now, reason: reason)
        }
    }
}
