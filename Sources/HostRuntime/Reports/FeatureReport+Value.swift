package import FeatureKit
internal import HostConfig

/// The report as the operators' API shows it.
extension FeatureReport {
    /// What a list shows of each feature.
    package var brief: Value {
        [
            "id": .text(id), "state": .text(state.word), "reason": .orNull(state.reason ?? shutGate),
            "since": .orNull(since.map { "\($0.toTheMillisecond)" }), "starts": .integer(Int64(starts)),
            "on": .boolean(isOn), "runsIn": .text(runsIn.word),
            "document": document.map(Value.boolean) ?? .null, "toggle": toggle?.asToggle ?? .null,
            "rollout": rollout?.asData ?? .null,
            "version": .orNull(manifest?.version), "stage": .orNull(manifest?.stage.rawValue),
            "summary": .orNull(manifest?.summary),
        ]
    }

    /// Everything.
    package var full: Value {
        guard case .object(var members) = brief else { return brief }
        members["locked"] = .boolean(manifest?.isLocked ?? false)
        members["needs"] = .texts(manifest?.needs ?? [])
        members["after"] = .texts(manifest?.after ?? [])
        members["needed"] = .texts(needed)
        members["why"] = .texts(why)
        members["mount"] = .orNull(manifest?.mounts.first)
        members["routes"] = .list(routes.map(\.value))
        members["topics"] = .list(topics.map(\.value))
        members["keeps"] = .texts(keeps)
        members["flags"] = .list(flags.map(\.value))
        members["settings"] = settings ?? .null
        members["kit"] = .orNull(kit.map { "\($0)" })
        members["folder"] = .text(folder)
        members["runs"] = .list(runs.map(\.value))
        members["worker"] = worker?.value ?? .null
        return .object(members)
    }
}

extension FeatureReport.Route {
    fileprivate var value: Value {
        [
            "name": .text(name), "method": .text(method), "path": .text(path), "access": .text(access),
            "served": .boolean(isServed),
        ]
    }
}

extension FeatureReport.Topic {
    fileprivate var value: Value {
        [
            "name": .text(name), "publishes": .boolean(publishes), "reads": .boolean(reads),
            "watchable": .boolean(isWatchable), "published": .count(traffic.published),
            "delivered": .count(traffic.delivered), "dropped": .count(traffic.dropped),
            "waiting": .integer(Int64(traffic.waiting)), "lost": .count(traffic.lost),
            "kept": .integer(Int64(traffic.kept)), "forgotten": .count(traffic.forgotten),
        ]
    }
}

extension DeclaredFlag {
    fileprivate var value: Value {
        [
            "key": .text(key), "default": fallback, "summary": .text(summary), "owner": .orNull(owner),
            "expiry": .orNull(expiry.map { String("\($0)".prefix(10)) }),
        ]
    }
}

extension FeatureRun {
    fileprivate var value: Value {
        [
            "started": .text("\(started.toTheMillisecond)"), "ended": .orNull(ended.map { "\($0.toTheMillisecond)" }),
            "reason": .orNull(reason), "evidence": evidence?.value ?? .null,
        ]
    }
}

extension Value {
    /// A text, or `null` where there is none.
    package static func orNull(_ text: String?) -> Value { text.map { .text($0) } ?? .null }

    /// A list of texts.
    package static func texts(_ texts: [String]) -> Value { .list(texts.map(Value.text)) }

    /// A count; beyond what a whole number holds it stays there.
    package static func count(_ count: UInt64) -> Value { .integer(Int64(clamping: count)) }
}
