@_spi(Hosting) package import FeatureKit
package import HostConfig

/// Knows the features in the folders that it is told of, and opens the libraries of those that are asked for.
///
/// A library that has been opened stays what it was: replacing code takes a new process.
package actor FeatureCatalog {
    /// What stays of a unit whose library has been opened, whatever becomes of its folder.
    private struct Opened {
        let entry: FeatureEntry
        /// What lay there when it was opened; the reading itself saw this or something newer.
        let file: FileIdentity?
    }

    private let finder: UnitFinder
    private let library: Library
    /// By the unit's folder.
    private var opened: [String: Opened] = [:]
    /// What the manifests said last of units whose libraries are known, by folder.
    private var legible: [String: Manifest] = [:]
    /// What workers said of libraries that this process never opens.
    private let described: DescribedLibraries
    private let isAlive: @Sendable (String) -> Bool

    /// How many libraries are described at the same time; each takes a process.
    static let describedTogether = 4

    /// - Parameters:
    ///   - workers: Who opens the libraries of features that run in processes of their own.
    ///   - isAlive: Whether a life of a feature runs now.
    package init(
        finder: UnitFinder, library: Library, workers: Workers, clock: any ClockSource = SystemClock(),
        isAlive: @escaping @Sendable (_ feature: String) -> Bool = { _ in false }
    ) {
        self.finder = finder
        self.library = library
        self.isAlive = isAlive
        described = DescribedLibraries(library: library, workers: workers, clock: clock)
    }

    /// Looks at every folder again, and opens what `wanted` names and nobody has opened yet.
    ///
    /// A unit that can't be read, opened or trusted is told of and left out or marked as broken; the others don't
    /// suffer from it.
    ///
    /// - Parameters:
    ///   - ways: Where features run, where that is not what their manifests say.
    ///   - chosen: The folders of units that go before all others, without a word.
    package func survey(
        _ extraFolders: [String], opening wanted: Set<String>, ways: [String: RunWay] = [:],
        before chosen: [String] = []
    ) async -> Survey {
        var survey = Survey()
        let found = finder.find(in: chosen + finder.defaultFolders + extraFolders)
        survey.tell(found.problems)
        let units = survey.read(found.units, knowing: legible, chosen: Set(chosen))
        for problem in found.problems { survey.noteUnit(behind: problem) }
        await open(units.filter { wanted.contains($0.id) }, ways, &survey)
        survey.compareContracts()
        survey.resolve()
        return survey
    }

    /// Looks at one unit alone, and opens it; what it needs of others, and how it fits them, is not asked.
    ///
    /// - Parameter way: Where it runs; nil where its manifest says so.
    package func survey(only folder: String, runs way: RunWay? = nil) async -> Survey {
        var survey = Survey()
        let found = finder.find(in: [folder])
        survey.tell(found.problems)
        let units = survey.read(found.units, knowing: [:])
        for problem in found.problems { survey.noteUnit(behind: problem) }
        let ways = way.map { way in Dictionary(uniqueKeysWithValues: units.map { ($0.id, way) }) }
        await open(units, ways ?? [:], &survey)
        return survey
    }

    private func open(_ units: [(id: String, unit: Unit)], _ ways: [String: RunWay], _ survey: inout Survey) async {
        let manifests = survey.manifests
        let below = units.filter { id, _ in (ways[id] ?? manifests[id]?.runs) == .worker }
        let descriptions = await describe(below, manifests)
        for (id, unit) in units {
            guard let manifest = manifests[id] else { continue }
            guard let description = descriptions[id] else {
                await open(unit, id, &survey)
                continue
            }
            do {
                let described = try description.get()
                if described.isReplaced, case .success(let path) = unit.library {
                    survey.warn(LoadProblem(path, .replacedBelow(id: id)))
                }
                take(described.entry, of: unit, manifest, .worker(library: described.library), &survey)
            } catch {
                survey.tell([error])
                survey.broken[id] = .unusable(error)
            }
        }
    }

    /// Has workers say what is in libraries, some at a time.
    private func describe(
        _ units: [(id: String, unit: Unit)], _ manifests: [String: Manifest]
    ) async -> [String: Result<DescribedLibraries.Described, LoadProblem>] {
        await withTaskGroup(
            of: (String, Result<DescribedLibraries.Described, LoadProblem>).self
        ) { [described, isAlive] group in
            var found: [String: Result<DescribedLibraries.Described, LoadProblem>] = [:]
            for (index, (id, unit)) in units.enumerated() {
                guard let manifest = manifests[id] else { continue }
                if index >= Self.describedTogether, let next = await group.next() { found[next.0] = next.1 }
                group.addTask {
                    do throws(LoadProblem) {
                        try Self.checkKit(of: unit, manifest)
                        return (
                            id,
                            .success(
                                try await described.description(of: unit, id, isAlive: isAlive(id)))
                        )
                    } catch {
                        return (id, .failure(error))
                    }
                }
            }
            for await (id, outcome) in group { found[id] = outcome }
            return found
        }
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
            opened[unit.folder] = Opened(entry: entry, file: known?.file ?? file)
            take(entry, of: unit, manifest, .host, &survey)
        } catch {
            survey.tell([error])
            survey.broken[id] = .unusable(error)
        }
    }

    private func take(
        _ entry: FeatureEntry, of unit: Unit, _ manifest: Manifest, _ make: FeatureMake, _ survey: inout Survey
    ) {
        let id = manifest.id
        legible[unit.folder] = manifest
        let subject = ContractCheck.Subject(id: id, manifest: unit.manifest, contracts: entry.contracts)
        let problems = ContractCheck.contradictions(in: subject, declared: manifest.declared)
        let misnomers = ContractCheck.misnomers(in: subject) + ContractCheck.unkeepable(in: subject)
        survey.tell(problems + misnomers)
        if let first = misnomers.first { survey.broken[id] = .unusable(first) }
        if !problems.isEmpty { survey.broken[id] = .contradictory }
        survey.loaded.append(LoadedFeature(manifest, entry, make))
    }

    private func open(_ unit: Unit, _ manifest: Manifest) async throws(LoadProblem) -> FeatureEntry {
        try Self.checkKit(of: unit, manifest)
        return try await library.open(unit.library.get())
    }

    private static func checkKit(of unit: Unit, _ manifest: Manifest) throws(LoadProblem) {
        guard manifest.kit <= KitVersion.current else {
            throw LoadProblem(unit.manifest, .newerKit(manifest.kit, host: KitVersion.current))
        }
    }
}

extension Manifest {
    var declared: [Contract.Role: [String]] {
        [.publishes: topics.publishes, .reads: topics.reads, .serves: routes, .requests: requests, .keeps: keeps]
    }
}

extension LoadedFeature {
    fileprivate init(_ manifest: Manifest, _ entry: FeatureEntry, _ make: FeatureMake) {
        self.init(
            id: manifest.id, entry: entry,
            wiring: Wiring(
                publishes: Set(manifest.topics.publishes), reads: Set(manifest.topics.reads),
                serves: Set(manifest.routes), requests: Set(manifest.requests)),
            flags: Dictionary(uniqueKeysWithValues: manifest.flags.map { ($0.key, $0.fallback) }), make: make)
    }
}
