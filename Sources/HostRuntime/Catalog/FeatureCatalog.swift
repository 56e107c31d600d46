@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// Knows the features in the folders that it is told of, and opens the libraries of those that are asked for.
///
/// A library that has been opened stays what it was: replacing code takes a new process.
package actor FeatureCatalog {
    /// What stays of a unit whose library has been opened, whatever becomes of its folder.
    private struct Opened {
        let manifest: Manifest
        let entry: FeatureEntry
        /// What lay there when it was opened; the reading itself saw this or something newer.
        let file: FileIdentity?
    }

    private let finder: UnitFinder
    private let library: Library
    /// By the unit's folder.
    private var opened: [String: Opened] = [:]

    package init(finder: UnitFinder, library: Library) {
        self.finder = finder
        self.library = library
    }

    /// Looks at every folder again, and opens what `wanted` names and nobody has opened yet.
    ///
    /// A unit that can't be read, opened or trusted is told of and left out or marked as broken; the others don't
    /// suffer from it.
    ///
    /// - Parameter unit: The folder of a unit that goes before all others.
    package func survey(
        _ extraFolders: [String], opening wanted: Set<String>, before unit: String? = nil
    ) async -> Survey {
        var survey = Survey()
        let found = finder.find(in: (unit.map { [$0] } ?? []) + finder.defaultFolders + extraFolders)
        survey.tell(found.problems)
        let units = survey.read(found.units, knowing: opened.mapValues(\.manifest))
        for problem in found.problems { survey.noteUnit(behind: problem) }
        for (id, unit) in units where wanted.contains(id) { await open(unit, id, &survey) }
        survey.compareContracts()
        survey.resolve()
        return survey
    }

    /// Looks at one unit alone, and opens it; what it needs of others, and how it fits them, is not asked.
    package func survey(only folder: String) async -> Survey {
        var survey = Survey()
        let found = finder.find(in: [folder])
        survey.tell(found.problems)
        let units = survey.read(found.units, knowing: [:])
        for problem in found.problems { survey.noteUnit(behind: problem) }
        for (id, unit) in units { await open(unit, id, &survey) }
        return survey
    }

    private func open(_ unit: Unit, _ id: String, _ survey: inout Survey) async {
        guard let manifest = survey.manifests[id] else { return }
        do throws(LoadProblem) {
            let known = opened[unit.folder]
            let path = try? unit.library.get()
            let file = path.flatMap { try? FileIdentity(at: $0) }
            if let known, let path, let file, known.file != file { survey.warn(LoadProblem(path, .replaced)) }
            let entry: FeatureEntry
            if let known { entry = known.entry } else { entry = try await open(unit, manifest) }
            opened[unit.folder] = Opened(manifest: manifest, entry: entry, file: known?.file ?? file)
            let subject = ContractCheck.Subject(id: id, manifest: unit.manifest, contracts: entry.contracts)
            let problems = ContractCheck.contradictions(in: subject, declared: manifest.declared)
            let misnomers = ContractCheck.misnomers(in: subject) + ContractCheck.unkeepable(in: subject)
            survey.tell(problems + misnomers)
            if let first = misnomers.first { survey.broken[id] = .unusable(first) }
            if !problems.isEmpty { survey.broken[id] = .contradictory }
            survey.loaded.append(LoadedFeature(manifest, entry))
        } catch {
            survey.tell([error])
            survey.broken[id] = .unusable(error)
        }
    }

    private func open(_ unit: Unit, _ manifest: Manifest) async throws(LoadProblem) -> FeatureEntry {
        guard manifest.kit <= KitVersion.current else {
            throw LoadProblem(unit.manifest, .newerKit(manifest.kit, host: KitVersion.current))
        }
        return try await library.open(unit.library.get())
    }
}

extension Manifest {
    var declared: [Contract.Role: [String]] {
        [.publishes: topics.publishes, .reads: topics.reads, .serves: routes, .requests: requests, .keeps: keeps]
    }
}

extension LoadedFeature {
    fileprivate init(_ manifest: Manifest, _ entry: FeatureEntry) {
        self.init(
            id: manifest.id, entry: entry,
            wiring: Wiring(
                publishes: Set(manifest.topics.publishes), reads: Set(manifest.topics.reads),
                serves: Set(manifest.routes), requests: Set(manifest.requests)),
            flags: Dictionary(uniqueKeysWithValues: manifest.flags.map { ($0.key, $0.fallback) }))
    }
}
