@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Finds out what documents mean, before anything of it counts.
extension DocumentKeeper {
    /// What came of weighing documents.
    struct Weighed {
        /// What they mean, with their flags; nil where they can't be used.
        var orders: Orders?
        var gathered: GatheredFlags
        var diagnostics: Diagnostics
        /// The layers that are to blame.
        var faults: Set<Layer>
    }

    /// Finds out what documents mean here and now.
    ///
    /// - Parameter target: What the sources of flags say for it; nil where they are asked.
    func weigh(
        _ layers: LayerTexts, with overrides: Overrides, standingIn target: RevisionContent? = nil
    ) async -> Weighed {
        let (found, diagnostics, faults) = await look(at: layers, with: overrides)
        var weighed = Weighed(
            orders: nil, gathered: GatheredFlags(former: content), diagnostics: diagnostics, faults: faults)
        guard let found else { return weighed }
        let aside = target.map { content.standingAside(for: $0, beside: journal.aside) }
        weighed.gathered = await flags.gather(
            found.document.flags, former: target ?? content, aside: aside ?? journal.aside)
        let plan = await flags.plan(found, mending: &weighed.gathered)
        weighed.diagnostics.append(weighed.gathered.diagnostics)
        weighed.diagnostics.append(told(plan.problems, weighed.gathered, layers))
        if plan.hasErrors {
            let files = Set(plan.problems.filter { $0.severity == .error }.compactMap { $0.place?.file })
            weighed.faults = layers.layers(named: files)
        } else {
            weighed.orders = found.meaning(plan)
        }
        return weighed
    }

    /// Finds out what documents mean but for their flags; nil where they can't be used.
    func look(
        at layers: LayerTexts, with overrides: Overrides
    ) async -> (orders: Orders?, diagnostics: Diagnostics, faults: Set<Layer>) {
        let document = HostDocument(layers, folder: folder)
        let named = Set(document.namedFeatures)
        let switchedOn = overrides.all.compactMap { $0.isOn == true ? $0.target.feature : nil }
        let survey = await survey(document.pluginFolders, named.union(switchedOn))
        let checked = document.check(against: survey.known, secrets: .host)
        var diagnostics = survey.diagnostics
        diagnostics.append(checked.diagnostics)
        let orders = checked.content.map { Orders(survey: survey, document: $0, named: named, overrides: overrides) }
        return (orders, diagnostics, checked.faults)
    }

    /// What the engine finds, with the lines of the documents.
    func told(_ problems: [FlagProblem], _ gathered: GatheredFlags, _ layers: LayerTexts) -> Diagnostics {
        let texts = Dictionary(layers.all.map { ($0.name, $0.bytes) }) { $1 }
        return Diagnostics(problems, documents: gathered.documents.merging(texts) { $1 })
    }
}

extension LayerTexts {
    /// The layers of which texts have these names.
    fileprivate func layers(named names: Set<String>) -> Set<Layer> {
        var layers: Set<Layer> = []
        if local.contains(where: { names.contains($0.name) }) { layers.insert(.local) }
        if let remote, names.contains(remote.name) { layers.insert(.remote) }
        return layers
    }
}
