@_spi(Hosting) package import FeatureKit
@_spi(Hosting) internal import FeatureWire
package import HostConfig

/// What features there are, as far as they can be used, and everything that is wrong with them.
package struct Survey: Sendable {
    /// The manifest of every feature that has one which can be used, by id.
    package internal(set) var manifests: [String: Manifest] = [:]
    /// The folder of every feature's unit, by id.
    package internal(set) var folders: [String: String] = [:]
    /// The features that can be run.
    package internal(set) var loaded: [LoadedFeature] = []
    /// What was packed of features that nobody asked to load, by id; whether it fits their libraries was not looked at.
    package internal(set) var unloaded: [String: PackedLibrary] = [:]
    /// Why a feature can't run, by id.
    package internal(set) var broken: [String: Breakage] = [:]
    /// Why the unit that an operator wants can't be had, by id; then the one in the folders counts.
    package internal(set) var lostUnits: [String: String] = [:]
    package internal(set) var diagnostics = Diagnostics()

    package init(folders: [String: String] = [:]) { self.folders = folders }

    /// What a feature declares; nothing where that is not known.
    package func contracts(of id: String) -> [Contract] {
        loaded.first { $0.id == id }?.entry.contracts ?? unloaded[id]?.description.contracts ?? []
    }

    /// The kit that a feature's library was built with; nil where that is not known.
    package func kit(of id: String) -> KitVersion? {
        loaded.first { $0.id == id }?.kit ?? unloaded[id]?.stamp.kit
    }

    /// The features that a configuration may name.
    package var known: [String: KnownFeature] {
        let shapes = Dictionary(uniqueKeysWithValues: loaded.map { ($0.id, $0.entry.settingsShape) })
        return folders.keys.reduce(into: [:]) { known, id in
            let summary = manifests[id]?.summary ?? broken[id]?.reason ?? ""
            let manifest = manifests[id]
            known[id] = KnownFeature(
                summary: summary, settings: shapes[id], runs: manifest?.runs ?? .host,
                worker: manifest?.worker ?? WorkerSection(), isLocked: manifest?.isLocked ?? false)
        }
    }

    /// What the lifecycle has to know of every feature.
    package var rules: [String: LifecycleRules] {
        let makes = Dictionary(uniqueKeysWithValues: loaded.map { ($0.id, $0.make) })
        let rules = folders.keys.reduce(into: [String: LifecycleRules]()) { rules, id in
            rules[id] = manifests[id].map(LifecycleRules.init) ?? LifecycleRules()
            rules[id]?.broken = broken[id]?.reason
            rules[id]?.make = makes[id] ?? .host
        }
        return rules.erasingInTime(loaded.map { ($0.id, $0.entry.contracts) })
    }
}

extension [String: LifecycleRules] {
    /// Who keeps something of people starts after who lists those that were erased, which it asks before it is ready.
    fileprivate func erasingInTime(_ contracts: [(id: String, contracts: [Contract])]) -> Self {
        let erasures = Route<ErasuresAfter, ErasurePage>.erasures.name
        var rules = self
        for list in contracts where list.contracts.listsErased {
            for other in contracts
            where other.contracts.contains(where: { $0.role == .requests && $0.name == erasures }) {
                // What it waits for itself does not wait for it.
                if !rules.waits(list.id, for: other.id) { rules[other.id]?.after.insert(list.id) }
            }
        }
        return rules
    }

    /// Whether a feature starts after another one, or after one that does.
    private func waits(_ id: String, for other: String) -> Bool {
        var seen: Set<String> = []
        var open = [id]
        while let next = open.popLast() {
            guard seen.insert(next).inserted, let rule = self[next] else { continue }
            if next == other { return true }
            open += rule.needs.union(rule.after)
        }
        return false
    }
}

extension LifecycleRules {
    fileprivate init(_ manifest: Manifest) {
        self.init(
            needs: Set(manifest.needs), after: Set(manifest.after),
            restartLimit: RestartLimit(most: manifest.restart.most, within: manifest.restart.within))
    }
}
