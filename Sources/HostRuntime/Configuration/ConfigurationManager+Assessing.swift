@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Checks configuration files and prepares their orders, before anything is applied.
extension ConfigurationManager {
    /// The result of checking configuration files.
    struct Assessment {
        /// The orders with their flags; nil if the files can't be used.
        var orders: Orders?
        var gathered: GatheredFlags
        var diagnostics: Diagnostics
        /// The layers that hold the errors.
        var faults: Set<Layer>
        /// Whether single flags of the files have errors and keep their last good definition.
        var hasInvalidFlags = false
    }

    /// The result of checking configuration files without their flags.
    struct Looked {
        /// Nil if the files can't be used.
        var orders: Orders?
        var diagnostics: Diagnostics
        var faults: Set<Layer>
    }

    /// Checks configuration files with their flags and prepares their orders.
    ///
    /// - Parameters:
    ///   - target: The content to take the sources of flags from; nil to read them.
    ///   - isGoingBack: Whether it rolls back a change, and may therefore stop locked modules.
    func assess(
        _ layers: LayerTexts, with overrides: Overrides, standingIn target: RevisionContent? = nil,
        isGoingBack: Bool = false
    ) async -> Assessment {
        let looked = await look(at: layers, with: overrides)
        let aside = target.map { content.ignored(for: $0, beside: journal.aside) } ?? journal.aside
        var checked = Assessment(
            orders: nil, gathered: GatheredFlags(previous: target ?? content, aside: aside),
            diagnostics: looked.diagnostics, faults: looked.faults)
        guard let orders = looked.orders else { return checked }
        checked.gathered.previousOwn = lastGoodOwnFlags(layers, orders.survey)
        await flags.gather(orders.document.flags, invalid: orders.invalid, into: &checked.gathered)
        let plan = await flags.plan(orders, repair: &checked.gathered)
        checked.hasInvalidFlags = !checked.gathered.invalidOwn.isEmpty
        checked.diagnostics.append(checked.gathered.diagnostics)
        checked.diagnostics.append(told(plan.problems, checked.gathered, layers))
        if plan.hasErrors {
            let files = Set(plan.problems.filter { $0.severity == .error }.compactMap { $0.place?.file })
            checked.faults = layers.layers(named: files)
        } else {
            checked.orders = orders.meaning(plan)
            if !isGoingBack { guardLocked(&checked, layers) }
        }
        return checked
    }

    /// Checks configuration files without their flags.
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
            Orders(survey: survey, document: $0, named: named, overrides: overrides, invalid: checked.invalid)
        }
        return Looked(orders: orders, diagnostics: diagnostics, faults: checked.faulty.union(complaints.faulty))
    }

    /// The flags in the files themselves as they were when all of them were last good.
    private func lastGoodOwnFlags(_ layers: LayerTexts, _ survey: Survey) -> [FlagSet] {
        if let sources = orders?.plan?.sources { return sources }
        // An earlier host left the last files that had no errors.
        let wholes = content.wholes
        var previous = layers
        previous.local = previous.local.map { wholes[$0.name] ?? $0 }
        previous.remote = previous.remote.map { wholes[$0.name] ?? $0 }
        guard previous != layers else { return [] }
        let checked = HostDocument(previous, folder: folder).check(against: survey.known, secrets: .host)
        return (checked.usable?.flags.sources ?? []).compactMap { if case .inline(let set) = $0 { set } else { nil } }
    }

    /// The problems that the engine found, with their lines in the files.
    func told(_ problems: [FlagProblem], _ gathered: GatheredFlags, _ layers: LayerTexts) -> Diagnostics {
        let texts = Dictionary(layers.all.map { ($0.name, $0.bytes) }) { $1 }
        return Diagnostics(problems, documents: gathered.documents.merging(texts) { $1 })
    }
}

extension LayerTexts {
    /// The layers that have files with these names.
    fileprivate func layers(named names: Set<String>) -> Set<Layer> {
        var layers: Set<Layer> = []
        if local.contains(where: { names.contains($0.name) }) { layers.insert(.local) }
        if let remote, names.contains(remote.name) { layers.insert(.remote) }
        return layers
    }
}
