@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// The wording of why a change affects a module.
struct ChangeReasons {
    private let old: Orders?
    private let new: Orders
    /// The settled states with the old orders, and with the new ones.
    private let before: Lifecycle
    private let after: Lifecycle
    private let moves: [String: Rehearsal.Moves]
    private let entries: [String: FeatureEntry]
    private let oldWanted: [String: Value]
    private let newWanted: [String: Value]

    init(
        old: Orders?, new: Orders, before: Lifecycle, after: Lifecycle, moves: [String: Rehearsal.Moves],
        entries: [String: FeatureEntry]
    ) {
        self.old = old
        self.new = new
        self.before = before
        self.after = after
        self.moves = moves
        self.entries = entries
        oldWanted = old?.wanted ?? [:]
        newWanted = new.wanted
    }

    func sentence(for id: String, _ kind: FeatureMove.Kind) -> String {
        switch kind {
        case .start: startCause(id)
        case .stop: newWanted[id] == nil ? offCause(id) : "it needs \(lost(by: id))"
        case .reconfigure: settings(of: id) + "; it takes them while it runs, or starts again if it can't"
        case .restart: restartCause(id)
        case .blocked: obstacle(to: id, new, after) ?? ""
        }
    }

    // MARK: - Starts

    private func startCause(_ id: String) -> String {
        guard oldWanted[id] != nil else { return onCause(id) }
        switch before.state(of: id) {
        case .waiting(let others)?:
            return "it waited for \(others.filter { after.state(of: $0) == .active }.inWords)"
        case .failed?, .quarantined?:
            return oldWanted[id] == newWanted[id] ? "it can be used again" : "\(settings(of: id)); it had failed"
        default: return "it is on"
        }
    }

    private func onCause(_ id: String) -> String {
        if let toggle = new.toggle(of: id), toggle != old?.toggle(of: id) { return toggle.inWords }
        guard let old else { return new.toggle(of: id)?.inWords ?? "the document switches it on" }
        guard old.survey.folders[id] != nil else { return "it was not there before" }
        guard old.isSwitchedOn(id) else {
            guard let toggle = old.toggle(of: id), new.toggle(of: id) == nil else {
                return "the document switches it on"
            }
            return "it is no longer \(toggle.inWords)"
        }
        guard old.canBeHad(id) else { return "its gate lets somebody in now" }
        return "the document gives it the settings that it needs"
    }

    // MARK: - Stops

    private func offCause(_ id: String) -> String {
        guard new.survey.folders[id] != nil else { return "it is not there any more" }
        guard new.isSwitchedOn(id) else {
            if let toggle = new.toggle(of: id) { return toggle.inWords }
            if let toggle = old?.toggle(of: id), toggle.isOn == true { return "it is no longer \(toggle.inWords)" }
            return new.documentSays(of: id) == nil
                ? "the document does not name it any more" : "the document switches it off"
        }
        return obstacle(to: id, new, after) ?? "it is off"
    }

    /// What a module needs and does not get.
    private func lost(by id: String) -> String { needs(of: id) { after.state(of: $0) != .active }.inWords }

    // MARK: - Settings

    private func restartCause(_ id: String) -> String {
        var causes: [String] = []
        if let cause = settingsCause(id) { causes.append("\(settings(of: id)); \(cause)") }
        if let make = new.make(of: id), let previous = old?.make(of: id), make != previous {
            causes.append(Self.words(for: make, previous))
        }
        let restarting = needs(of: id) { moves[$0]?.contains(.stopped) ?? false }
        if !restarting.isEmpty {
            causes.append("it needs \(restarting.inWords), which \(restarting.count == 1 ? "starts" : "start") again")
        }
        return causes.isEmpty ? "it starts again" : causes.joined(separator: "; ")
    }

    /// Why a module restarts for other settings; nil if it takes them while it runs.
    private func settingsCause(_ id: String) -> String? {
        guard let old = oldWanted[id], let new = newWanted[id], old != new else { return nil }
        guard let entry = entries[id], entry.isReconfigurable else { return "it takes no settings while it runs" }
        guard !entry.takes(new, after: old) else { return nil }
        let fields = entry.settingsShape.changesNeedingRestart(from: old, to: new).map { "settings.\($0)" }
        return "it does not take \(fields.inWords) while it runs"
    }

    private static func words(for make: FeatureMake, _ previous: FeatureMake) -> String {
        switch (previous.runs, make.runs) {
        case (.host, .worker): "it runs in a process of its own now"
        case (_, .host): "it runs in the host now"
        case (.worker, .worker): "its library is another one"
        }
    }

    /// How the settings of a module change, without secrets.
    private func settings(of id: String) -> String {
        let (old, new) = (old?.document.features[id]?.settings, new.document.features[id]?.settings)
        let differences = Differences(
            from: ["settings": old?.redacted ?? [:]], to: ["settings": new?.redacted ?? [:]],
            most: DefinitionChange.mostDifferences)
        return differences.isEmpty ? "a secret in its settings is another one" : differences.inWords
    }

    // MARK: - Obstacles

    /// Why a module that is switched on does not run; nil if it runs, or if the reason was the same before.
    func newObstacle(to id: String) -> String? {
        guard let obstacle = obstacle(to: id, new, after) else { return nil }
        return obstacle == old.flatMap { self.obstacle(to: id, $0, before) } ? nil : obstacle
    }

    private func obstacle(to id: String, _ orders: Orders, _ lifecycle: Lifecycle) -> String? {
        guard orders.survey.folders[id] != nil, orders.isSwitchedOn(id) else { return nil }
        guard orders.canBeHad(id) else { return "its gate lets nobody in" }
        guard !orders.lacksSettings(id) else { return "the document gives it no settings, and it needs some" }
        switch lifecycle.state(of: id) {
        case .waiting(let others)?: return "it needs \(others.map { "\($0), which is \(word($0, lifecycle))" }.inWords)"
        case .failed(let reason, nil)?: return "it can't run: \(reason)"
        case .failed(let reason, _)?: return "it failed, and is tried again: \(reason)"
        case .quarantined(let reason)?: return "it is left alone: it \(reason)"
        case .stuck?: return "it did not stop; only a restart of the host gets rid of it"
        default: return nil
        }
    }

    private func word(_ id: String, _ lifecycle: Lifecycle) -> String {
        lifecycle.state(of: id)?.word ?? "not there"
    }

    private func needs(of id: String, where isMeant: (String) -> Bool) -> [String] {
        (after.records[id]?.rules.needs ?? []).filter(isMeant).sorted()
    }
}

extension [String] {
    /// `a`, `a and b`, `a, b and c`.
    fileprivate var inWords: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and \(last)"
    }
}
