/// That a change of documents would stop a locked feature that is on.
package struct LockBreach: Sendable, Hashable {
    /// How that comes.
    package enum Cause: Sendable, Hashable {
        /// The documents switch it off.
        case off
        /// They do not name it any more, or not what it can't do without.
        case unnamed
        /// Its folder is not there any more.
        case gone
        /// What operators had said once would count again.
        case overridden
        /// Its gate lets nobody in.
        case shut
    }

    /// The locked feature.
    package let feature: String
    /// Which feature would be off: itself, or one that it needs.
    package let origin: String
    package let cause: Cause

    package init(_ feature: String, _ cause: Cause, of origin: String) {
        self.feature = feature
        self.origin = origin
        self.cause = cause
    }
}

/// That documents stop a locked feature, and say why.
package struct ForcedOff: Sendable, Hashable {
    package let feature: String
    /// Which feature is off: itself, or one that it needs.
    package let origin: String
    package let reason: String

    package init(_ feature: String, off origin: String, because reason: String) {
        self.feature = feature
        self.origin = origin
        self.reason = reason
    }
}

extension HostDocument {
    /// What is to be told of locked features that these documents would stop, each where it is said, and the layers that
    /// have to say something else.
    ///
    /// - Parameter former: What counted before: what is not named any more was named there.
    package func refusal(of breaches: [LockBreach], over former: LayerTexts) -> (Diagnostics, Set<Layer>) {
        var findings = Findings()
        var faults: Set<Layer> = []
        let before = HostDocument(former, folder: "/")
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

    /// What is to be told of locked features that these documents stop and say why.
    package func remarks(on forced: [ForcedOff]) -> Diagnostics {
        var findings = Findings()
        for one in forced {
            let section = merge.root[key: HostDocumentCheck.features]?[key: one.origin]
            findings.add(warning: Finding(.forcedOff(one), at: section?.entry(LockSection.name)?.keyMark))
        }
        return told(findings)
    }

    /// The layer that named a feature before and does not any more; of those that could have been meant by nothing else
    /// the one that is another now.
    private func silent(about id: String, since former: HostDocument) -> Layer {
        let missing = former.layers(naming: id).subtracting(layers(naming: id))
        let isRemoteGone = !texts.contains { $0.layer == .remote }
        // A remote document is not there because the local one does not say where it is.
        if missing.contains(.remote), !isRemoteGone { return .remote }
        if !missing.isEmpty { return .local }
        let changed = [Layer.local, .remote].first { layer in
            texts.filter { $0.layer == layer }.map(\.source) != former.texts.filter { $0.layer == layer }.map(\.source)
        }
        return changed ?? .local
    }

    private func layers(naming id: String) -> Set<Layer> {
        Set(texts.filter { $0.text.root?[key: HostDocumentCheck.features]?.entry(id) != nil }.map(\.layer))
    }
}
