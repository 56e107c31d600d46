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
        /// Whether single flags of the documents have errors, and go on as they were.
        var hasSpoiltFlags = false
    }

    /// What documents mean but for their flags.
    struct Looked {
        /// Nil where they can't be used.
        var orders: Orders?
        var diagnostics: Diagnostics
        var faults: Set<Layer>
    }

    /// Finds out what documents mean here and now.
    ///
    /// - Parameters:
    ///   - target: What the sources of flags say for it; nil where they are asked.
    ///   - isGoingBack: Whether it counts again what counted before, locked features or not.
    func weigh(
        _ layers: LayerTexts, with overrides: Overrides, standingIn target: RevisionContent? = nil,
        isGoingBack: Bool = false
    ) async -> Weighed {
        let looked = await look(at: layers, with: overrides)
        let aside = target.map { content.standingAside(for: $0, beside: journal.aside) } ?? journal.aside
        var weighed = Weighed(
            orders: nil, gathered: GatheredFlags(former: target ?? content, aside: aside),
            diagnostics: looked.diagnostics, faults: looked.faults)
        guard let orders = looked.orders else { return weighed }
        weighed.gathered.ownFormerly = ownFlagsFormerly(layers, orders.survey)
        await flags.gather(orders.document.flags, spoilt: orders.spoilt, into: &weighed.gathered)
        let plan = await flags.plan(orders, mending: &weighed.gathered)
        weighed.hasSpoiltFlags = !weighed.gathered.spoiltOwn.isEmpty
        weighed.diagnostics.append(weighed.gathered.diagnostics)
        weighed.diagnostics.append(told(plan.problems, weighed.gathered, layers))
        if plan.hasErrors {
            let files = Set(plan.problems.filter { $0.severity == .error }.compactMap { $0.place?.file })
            weighed.faults = layers.layers(named: files)
        } else {
            weighed.orders = orders.meaning(plan)
            if !isGoingBack { guardLocked(&weighed, layers) }
        }
        return weighed
    }

    /// Finds out what documents mean but for their flags.
    func look(at layers: LayerTexts, with overrides: Overrides) async -> Looked {
        let document = document(layers)
        defer { forgetRead() }
        let named = Set(document.namedFeatures)
        let switchedOn = overrides.all.compactMap { $0.isOn == true ? $0.target.feature : nil }
        let (chosen, lost) = await chosenUnits(overrides, document.ways)
        var survey = await survey(
            document.pluginFolders, named.union(switchedOn), document.ways, chosen.values.sorted())
        survey.lostUnits = lost
        let checked = document.check(against: survey.known, secrets: .host)
        var diagnostics = document.placing(survey.diagnostics)
        diagnostics.append(checked.diagnostics)
        let complaints = document.diagnostics(of: await survey.complaints(about: checked.settings))
        diagnostics.append(complaints.told)
        let usable = complaints.faulty.isEmpty ? checked.usable : nil
        let orders = usable.map {
            Orders(survey: survey, document: $0, named: named, overrides: overrides, spoilt: checked.spoilt)
        }
        return Looked(orders: orders, diagnostics: diagnostics, faults: checked.faulty.union(complaints.faulty))
    }

    /// What the documents' own flags said when they were good last.
    private func ownFlagsFormerly(_ layers: LayerTexts, _ survey: Survey) -> [FlagSet] {
        if let sources = orders?.plan?.sources { return sources }
        // An earlier host knew; it left the documents that were good as a whole.
        let wholes = content.wholes
        var former = layers
        former.local = former.local.map { wholes[$0.name] ?? $0 }
        former.remote = former.remote.map { wholes[$0.name] ?? $0 }
        guard former != layers else { return [] }
        let checked = HostDocument(former, folder: folder).check(against: survey.known, secrets: .host)
        return (checked.usable?.flags.sources ?? []).compactMap { if case .inline(let set) = $0 { set } else { nil } }
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
