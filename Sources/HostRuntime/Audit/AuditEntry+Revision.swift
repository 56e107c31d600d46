internal import FeatureKit
internal import HostConfig
internal import WebClient

/// The entry of a revision.
extension AuditEntry {
    /// The content before a revision, and the content with it.
    struct Change {
        let previous: RevisionContent
        let now: RevisionContent
        let overrides: (previous: Overrides, now: Overrides)
    }

    /// - Parameter change: Nil if only the revision itself is still known.
    init(_ revision: Revision, _ change: Change?) {
        let moved = change.map { Self.moved($0.overrides.previous, $0.overrides.now) } ?? []
        var (before, after): (Value?, Value?)
        if moved.count == 1, let one = moved.first {
            (before, after) = (one.old?.value.value, one.now?.value.value)
        } else if !moved.isEmpty {
            before = .object(Members(moved.compactMap { one in one.old.map { ("\(one.target)", $0.value.value) } }))
            after = .object(Members(moved.compactMap { one in one.now.map { ("\(one.target)", $0.value.value) } }))
        }
        let (action, target) = revision.cause.action(of: change?.now)
        self.init(
            action, of: target, by: revision.author, because: revision.reason, before: before, after: after,
            revision: revision.number, at: revision.at)
        until = moved.count == 1 ? moved.first?.now?.until : nil
        isForced = revision.cause.isForced
        seal = RevisionSeal(revision)
        guard let change, change.previous.layers != change.now.layers || change.previous.flags != change.now.flags
        else {
            return
        }
        differences = Differences(
            from: change.previous.withoutOverrides.comparable, to: change.now.withoutOverrides.comparable,
            most: AuditLimits.differences)
    }

    private struct Moved {
        let target: OverrideTarget
        let old: Override?
        let now: Override?
    }

    /// The overrides that differ.
    private static func moved(_ old: Overrides, _ now: Overrides) -> [Moved] {
        let targets = Set(old.all.map(\.target)).union(now.all.map(\.target)).sorted()
        return targets.map { Moved(target: $0, old: old[$0], now: now[$0]) }.filter { $0.old != $0.now }
    }
}

extension RevisionSeal {
    init(_ revision: Revision) {
        self.init(cause: revision.cause.told, hash: revision.hash, author: revision.author, reason: revision.reason)
    }
}

extension RevisionContent {
    fileprivate var withoutOverrides: RevisionContent {
        var content = self
        content.overrides = .null
        return content
    }
}

extension Revision.Cause {
    /// The end of a cause by which an operator stopped a locked module.
    static let byForce = " by force"

    /// Whether an operator stopped a locked module with it.
    fileprivate var isForced: Bool {
        // The variant of a flag may have any name, so only modules are meant.
        if case .override(let text) = self {
            text.hasPrefix("features/") && text.hasSuffix(Self.byForce)
        } else {
            false
        }
    }

    /// The cause in words, without the secrets of addresses.
    fileprivate var told: String {
        if case .flags(let name) = self { "flags of \(ShownAddress.of(name))" } else { inWords }
    }

    /// The action, and its target.
    fileprivate func action(of content: RevisionContent?) -> (AuditAction, target: String) {
        switch self {
        case .start: (.start, content?.layers.local.first?.name ?? "")
        case .document(let name): (.document, name)
        case .flags(let name): (.flags, ShownAddress.of(name))
        case .override(let text): Self.override(text)
        case .lapse(let target): (.lapse, target)
        case .apply(let name): (.apply, name)
        case .rollback(let number): (.rollback, "revision \(number)")
        case .goneBack(let number): (.goneBack, "revision \(number)")
        }
    }

    /// The action and the target of an override: `features/ble/enabled false`, `features/ble/enabled reset`,
    /// `features/track/enabled false by force`.
    private static func override(_ text: String) -> (AuditAction, target: String) {
        for place in text.indices where text[place] == " " {
            guard let target = try? OverrideTarget(String(text[..<place])) else { continue }
            let isReset = text[place...] == " reset" || text[place...] == " reset\(byForce)"
            return (isReset ? .reset : target.kind == .featureUnit ? .replace : .override, "\(target)")
        }
        return (.override, text)
    }
}
