@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// Knows the features in the folders that it is told of, and opens the libraries of those that are asked for.
///
/// A library that has been opened stays what it was: replacing code takes a new process.
package actor FeatureCatalog {
    private let finder: UnitFinder
    private let library: Library
    private var opened: [String: FeatureEntry] = [:]

    package init(finder: UnitFinder, library: Library) {
        self.finder = finder
        self.library = library
    }

    /// Looks at every folder again, and opens what `wanted` names and nobody has opened yet.
    ///
    /// A unit that can't be read, opened or trusted is told of and left out or marked as broken; the others don't
    /// suffer from it.
    package func survey(_ extraFolders: [String], opening wanted: Set<String>) async -> Survey {
        var survey = Survey()
        let found = finder.find(in: finder.defaultFolders + extraFolders)
        survey.tell(found.problems)
        let units = survey.read(found.units)
        for (id, unit) in units.sorted(by: { $0.key < $1.key }) where wanted.contains(id) {
            await open(unit, id, &survey)
        }
        survey.compareContracts(in: units)
        survey.resolve()
        return survey
    }

    private func open(_ unit: Unit, _ id: String, _ survey: inout Survey) async {
        guard let manifest = survey.manifests[id] else { return }
        do throws(LoadProblem) {
            if manifest.kit > KitVersion.current {
                throw LoadProblem(unit.manifest, .newerKit(manifest.kit, host: KitVersion.current))
            }
            let path = try unit.library.get()
            let entry: FeatureEntry
            if let known = opened[path] { entry = known } else { entry = try await library.open(path) }
            opened[path] = entry
            let subject = ContractCheck.Subject(id: id, manifest: unit.manifest, contracts: entry.contracts)
            let problems = ContractCheck.contradictions(in: subject, declared: manifest.declared)
            survey.tell(problems)
            if !problems.isEmpty { survey.broken[id] = "its feature.yaml and its library contradict each other" }
            survey.loaded.append(LoadedFeature(manifest, entry))
        } catch {
            survey.tell([error])
            survey.broken[id] = "its library can't be used: \(error.message)"
        }
    }
}

extension Survey {
    mutating func tell(_ problems: [LoadProblem]) {
        diagnostics.append(Diagnostics(problems.map { Diagnostic(.error, file: $0.path, message: $0.message) }))
    }

    /// Reads the manifests; of two with one id the first counts.
    mutating func read(_ units: [Unit]) -> [String: Unit] {
        var read: [String: Unit] = [:]
        for unit in units {
            do throws(SourceProblem) {
                let checked = Manifest.read(
                    try FileSource.read(unit.manifest), origin: Origin(name: unit.manifest, folder: unit.folder))
                diagnostics.append(checked.diagnostics)
                guard let manifest = checked.content else { continue }
                if let other = read[manifest.id] {
                    tell([LoadProblem(unit.manifest, .idTaken(id: manifest.id, by: other.manifest))])
                    continue
                }
                read[manifest.id] = unit
                manifests[manifest.id] = manifest
                folders[manifest.id] = unit.folder
            } catch {
                diagnostics.append(Diagnostics([Diagnostic(.error, file: unit.manifest, message: error.message)]))
            }
        }
        return read
    }

    mutating func compareContracts(in units: [String: Unit]) {
        let subjects = loaded.map { feature in
            ContractCheck.Subject(
                id: feature.id, manifest: units[feature.id]?.manifest ?? feature.id,
                contracts: feature.entry.contracts)
        }
        for clash in ContractCheck.clashes(between: subjects) {
            tell([clash.problem])
            broken[clash.feature] = clash.problem.message
        }
    }

    mutating func resolve() {
        let rules = rules
        for problem in Resolver.problems(in: rules) {
            for feature in problem.features {
                broken[feature] = broken[feature] ?? problem.message
                guard feature == problem.features.min(), let folder = folders[feature] else { continue }
                let file = Path.join(folder, Unit.manifestName)
                diagnostics.append(Diagnostics([Diagnostic(.error, file: file, message: problem.message)]))
            }
        }
    }
}

extension Manifest {
    var declared: [Contract.Role: [String]] {
        [.publishes: topics.publishes, .reads: topics.reads, .serves: routes, .requests: requests]
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
