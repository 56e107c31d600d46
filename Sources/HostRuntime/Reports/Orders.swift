@_spi(Hosting) internal import FeatureKit
package import HostConfig

/// What the host was told to run, by its document and by operators, with what is known of every feature.
package struct Orders: Sendable {
    package let survey: Survey
    package let document: CheckedDocument
    /// The features that the configuration names.
    package let named: Set<String>
    /// The operators' overrides.
    package let overrides: Overrides
    /// The configuration's own flags that have errors; their last good content stays active.
    let invalid: [CheckedLayers.InvalidFlag]
    /// The compiled flags; nil before they are compiled.
    private(set) var plan: FlagPlan?
    /// The compiled flags in the form that is evaluated.
    package var flags: FlagBoard.Snapshot? { plan?.snapshot }

    package init(
        survey: Survey, document: CheckedDocument, named: Set<String>, overrides: Overrides,
        invalid: [CheckedLayers.InvalidFlag] = []
    ) {
        self.survey = survey
        self.document = document
        self.named = named
        self.overrides = overrides
        self.invalid = invalid
    }

    /// The same with other overrides, whose flags are not compiled yet.
    func with(_ overrides: Overrides) -> Orders {
        Orders(survey: survey, document: document, named: named, overrides: overrides, invalid: invalid)
    }

    /// The same with these flags.
    func meaning(_ plan: FlagPlan) -> Orders {
        var orders = self
        orders.plan = plan
        return orders
    }

    /// The override that switches a feature on or off, where it has effect.
    package func toggle(of id: String) -> Override? { counting(.featureEnabled, of: id) }

    /// The override of a feature's rollout, where it has effect.
    package func rollout(of id: String) -> Override? { counting(.featureRollout, of: id) }

    private func counting(_ kind: OverrideTarget.Kind, of id: String) -> Override? {
        overrides[kind, of: id].flatMap { isLocked(id) && !$0.countsOnLocked ? nil : $0 }
    }

    /// Whether a feature's manifest says that it is locked.
    package func isLocked(_ id: String) -> Bool { survey.manifests[id]?.isLocked ?? false }

    /// Whether a gate says who has a feature; otherwise everybody does.
    package func isGated(_ id: String) -> Bool { flags?.gates[id] != nil }

    /// Whether the configuration switches a feature on; nil where it does not name the feature.
    package func documentSays(of id: String) -> Bool? {
        named.contains(id) ? document.features[id]?.isEnabled : nil
    }

    /// Whether a feature is switched on, at least for those inside its gate.
    package func isSwitchedOn(_ id: String) -> Bool { toggle(of: id)?.isOn ?? documentSays(of: id) ?? false }

    /// Whether a feature's gate can let anybody in; a feature that nobody can have need not run.
    package func canBeHad(_ id: String) -> Bool { flags?.program.canBeHad(id) ?? true }

    /// Whether a feature is to run.
    package func wants(_ id: String) -> Bool {
        survey.folders[id] != nil && isSwitchedOn(id) && canBeHad(id)
    }

    /// The features that are to run and have what they need for it, with their settings.
    var wanted: [String: Value] {
        var wanted: [String: Value] = [:]
        for id in survey.folders.keys where wants(id) && !lacksSettings(id) {
            wanted[id] = document.features[id]?.settings?.revealed() ?? [:]
        }
        return wanted
    }

    /// Where a feature runs, and from what; nil where its library is not known.
    func make(of id: String) -> FeatureMake? { survey.loaded.first { $0.id == id }?.make }

    /// The features that run elsewhere than other orders have them, or from something else.
    func madeOtherwise(than previous: Orders) -> Set<String> {
        let makes = Dictionary(uniqueKeysWithValues: previous.survey.loaded.map { ($0.id, $0.make) })
        return Set(survey.loaded.filter { feature in makes[feature.id].map { $0 != feature.make } ?? false }.map(\.id))
    }

    /// Whether a feature has to be told something that the document does not say; then only an operator wants it.
    func lacksSettings(_ id: String) -> Bool {
        shape(of: id) != nil && document.features[id]?.settings == nil
    }

    /// What a feature's settings look like; nil where its library is not open.
    func shape(of id: String) -> Shape? { survey.loaded.first { $0.id == id }?.entry.settingsShape }
}
