internal import FeatureKit
internal import HostConfig
internal import WebClient

/// What the record of a revision says.
extension AuditEntry {
    /// What counted before a revision, and what does with it.
    struct Change {
        let former: RevisionContent
        let now: RevisionContent
        let overrides: (former: Overrides, now: Overrides)
    }

    /// - Parameter change: Nil where only the revision itself is known any more.
    init(_ revision: Revision, _ change: Change?) {
        let moved = change.map { Self.moved($0.overrides.former, $0.overrides.now) } ?? []
        var (before, after): (Value?, Value?)
        if moved.count == 1, let one = moved.first {
            (before, after) = (one.former?.value.value, one.now?.value.value)
        } else if !moved.isEmpty {
            before = .object(Members(moved.compactMap { one in one.former.map { ("\(one.target)", $0.value.value) } }))
            after = .object(Members(moved.compactMap { one in one.now.map { ("\(one.target)", $0.value.value) } }))
        }
        let (deed, target) = revision.cause.deed(of: change?.now)
        self.init(
            deed, of: target, by: revision.author, because: revision.reason, before: before, after: after,
            revision: revision.number, at: revision.at)
        until = moved.count == 1 ? moved.first?.now?.until : nil
        isForced = revision.cause.isForced
        seal = RevisionSeal(revision)
        guard let change, change.former.layers != change.now.layers || change.former.flags != change.now.flags else {
            return
        }
        differences = Differences(
            from: change.former.withoutOverrides.comparable, to: change.now.withoutOverrides.comparable,
            most: AuditLimits.differences)
    }

    private struct Moved {
        let target: OverrideTarget
        let former: Override?
        let now: Override?
    }

    /// What operators decided otherwise.
    private static func moved(_ former: Overrides, _ now: Overrides) -> [Moved] {
        let targets = Set(former.all.map(\.target)).union(now.all.map(\.target)).sorted()
        return targets.map { Moved(target: $0, former: former[$0], now: now[$0]) }.filter { $0.former != $0.now }
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
    /// What follows where an operator has stopped a locked feature.
    static let byForce = " by force"

    /// Whether an operator has stopped a locked feature with it.
    fileprivate var isForced: Bool {
        // The variant of a flag may have any name.
        if case .override(let text) = self {
            text.hasPrefix("features/") && text.hasSuffix(Self.byForce)
        } else {
            false
        }
    }

    /// What brought it, with what addresses keep for themselves left out.
    fileprivate var told: String {
        if case .flags(let name) = self { "flags of \(ShownAddress.of(name))" } else { inWords }
    }

    /// What was done, and to what.
    fileprivate func deed(of content: RevisionContent?) -> (Deed, target: String) {
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

    /// What an operator said of a target: `features/ble/enabled false`, `features/ble/enabled reset`,
    /// `features/track/enabled false by force`.
    private static func override(_ text: String) -> (Deed, target: String) {
        for place in text.indices where text[place] == " " {
            guard let target = try? OverrideTarget(String(text[..<place])) else { continue }
            let isReset = text[place...] == " reset" || text[place...] == " reset\(byForce)"
            return (isReset ? .reset : target.kind == .featureUnit ? .replace : .override, "\(target)")
        }
        return (.override, text)
    }
}
