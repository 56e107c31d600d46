/// A change of the configuration that would stop a locked feature which is on.
package struct LockBreach: Sendable, Hashable {
    /// Why the feature would stop.
    package enum Cause: Sendable, Hashable {
        /// The configuration switches it off.
        case off
        /// The configuration no longer names it, or a feature that it needs.
        case unnamed
        /// Its folder no longer exists.
        case gone
        /// An earlier override would apply again.
        case overridden
        /// Its gate lets nobody in.
        case shut
    }

    /// The locked feature.
    package let feature: String
    /// The feature that would be off: the locked one, or one that it needs.
    package let origin: String
    package let cause: Cause

    package init(_ feature: String, _ cause: Cause, of origin: String) {
        self.feature = feature
        self.origin = origin
        self.cause = cause
    }
}

/// A locked feature that the configuration stops with a stated reason.
package struct ForcedOff: Sendable, Hashable {
    package let feature: String
    /// The feature that is off: the locked one, or one that it needs.
    package let origin: String
    package let reason: String

    package init(_ feature: String, off origin: String, because reason: String) {
        self.feature = feature
        self.origin = origin
        self.reason = reason
    }
}

extension HostDocument {
    /// The errors about locked features that this configuration would stop, each at its place, and the layers that have
    /// to change.
    ///
    /// - Parameter previous: The active configuration, which names the features that this one no longer names.
    package func refusal(of breaches: [LockBreach], over previous: LayerTexts) -> (Diagnostics, Set<Layer>) {
        var findings = Findings()
        var faults: Set<Layer> = []
        let before = HostDocument(previous, folder: "/")
        for breach in breaches {
            let section = merge.root[key: HostDocumentCheck.features]?.entry(breach.origin)
            let said = section?.value.entry("enabled").map(\.value.mark) ?? section?.keyMark
            let layer: Layer
            if let said { layer = texts[said.text].layer } else { layer = silent(about: breach.origin, since: before) }
            faults.insert(layer)
            let text = texts.firstIndex { $0.layer == layer } ?? 0
            let finding = Finding(.lockBreach(breach), at: said)
            findings.add(said == nil ? finding.inText(text) : finding)
        }
        return (told(findings), faults)
    }

    /// The warnings about locked features that this configuration stops with a stated reason.
    package func remarks(on forced: [ForcedOff]) -> Diagnostics {
        var findings = Findings()
        for one in forced {
            let section = merge.root[key: HostDocumentCheck.features]?[key: one.origin]
            findings.add(warning: Finding(.forcedOff(one), at: section?.entry(LockSection.name)?.keyMark))
        }
        return told(findings)
    }

    /// The layer that no longer names a feature; where no layer has stopped naming it, the one that has changed.
    private func silent(about id: String, since previous: HostDocument) -> Layer {
        let missing = previous.layers(naming: id).subtracting(layers(naming: id))
        let isRemoteGone = !texts.contains { $0.layer == .remote }
        // A remote file is missing because the local one no longer names its address.
        if missing.contains(.remote), !isRemoteGone { return .remote }
        if !missing.isEmpty { return .local }
        let changed = [Layer.local, .remote].first { layer in
            texts.filter { $0.layer == layer }.map(\.source)
                != previous.texts.filter { $0.layer == layer }.map(\.source)
        }
        return changed ?? .local
    }

    private func layers(naming id: String) -> Set<Layer> {
        Set(texts.filter { $0.text.root?[key: HostDocumentCheck.features]?.entry(id) != nil }.map(\.layer))
    }
}
