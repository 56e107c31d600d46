package import FeatureKit
package import HostConfig

/// How what counts stands to what its sources say.
package struct ConfigStanding: Sendable, Equatable {
    /// A source that is not what counts.
    package struct Trouble: Sendable, Equatable {
        package let layer: Layer
        /// The document as the operator knows it.
        package let source: String
        package let since: Timestamp
        package let reason: String
    }

    /// Something that was refused.
    package struct Rejection: Sendable, Equatable {
        package let at: Timestamp
        package let diagnostics: Diagnostics
    }

    /// The sources of documents that can't be used as they are; what they said before counts.
    package internal(set) var troubles: [Trouble] = []
    /// What was refused last, and is still what a source says; nil where all is well.
    package internal(set) var rejection: Rejection?
    /// The flags that have errors; they go on as they were, or are left out.
    package internal(set) var spoiltFlags: [String] = []
    /// What is wrong with them, and with sources of flags.
    package internal(set) var flagProblems = Diagnostics()
    /// How much of what an earlier host left was damaged.
    package internal(set) var damages = 0
    /// Whether the disk is behind what counts, since it could not be written to.
    package internal(set) var isUnkept = false
    /// How often something was refused.
    package internal(set) var rejections = 0

    /// Notes that the local document is not there any more.
    mutating func noteGone(_ path: String, at now: Timestamp) {
        guard !troubles.contains(where: { $0.layer == .local }) else { return }
        troubles.append(Trouble(layer: .local, source: path, since: now, reason: "is gone"))
    }

    /// Notes which sources are in trouble; those that were before are since then.
    mutating func note(_ reasons: [(layer: Layer, source: String, reason: String)], at now: Timestamp) {
        troubles = reasons.map { layer, source, reason in
            let former = troubles.first { $0.layer == layer && $0.source == source }
            return Trouble(layer: layer, source: source, since: former?.since ?? now, reason: reason)
        }
    }
}
