@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
package import HostConfig
internal import HostWorker

/// Knows the features in the folders that it is given: reads what was packed of their libraries, and opens those that
/// run in this process.
///
/// A library that has been opened stays what it was: replacing code takes a new process.
package actor FeatureCatalog {
    /// What is known of a unit's library.
    private struct Known {
        let entry: FeatureEntry
        let packed: PackedLibrary
        /// The private copy of the library, which stands for its content, with what it needs.
        let unit: WorkerProgram.Unit
        /// What lay there when it was read; the reading itself saw this or something newer.
        var file: FileIdentity?
    }

    private let finder: UnitFinder
    private let library: Library
    private let workers: Workers
    private let checks: SettingsChecks
    private let opensLibraries: Bool
    /// What this process opened, by the unit's folder.
    private var opened: [String: Known] = [:]
    /// What workers run, or nobody, by the unit's folder.
    private var unopened: [String: Known] = [:]
    /// What the manifests said last of units whose libraries are known, by folder.
    private var legible: [String: Manifest] = [:]
    private let isAlive: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - workers: Who opens the libraries of features that run in processes of their own.
    ///   - opensLibraries: Whether features are to run; otherwise none of their code does.
    ///   - isAlive: Whether a life of a feature runs now.
    package init(
        finder: UnitFinder, library: Library, workers: Workers, opensLibraries: Bool = true,
        isAlive: @escaping @Sendable (_ feature: String) -> Bool = { _ in false }
    ) {
        self.finder = finder
        self.library = library
        self.workers = workers
        checks = SettingsChecks(workers)
        self.opensLibraries = opensLibraries
        self.isAlive = isAlive
    }

    /// Looks at every folder again, and loads what `wanted` names and nobody has loaded yet.
    ///
    /// A unit that can't be read, opened or trusted is reported, and left out or marked as broken; the others don't
    /// suffer from it.
    ///
    /// - Parameters:
    ///   - ways: Where features run, where that is not what their manifests say.
    ///   - chosen: The folders of units that go before all others, without a word.
    package func survey(
        _ extraFolders: [String], opening wanted: Set<String>, ways: [String: RunMode] = [:],
        before chosen: [String] = []
    ) async -> Survey {
        var survey = Survey()
        let found = finder.find(in: chosen + finder.defaultFolders + extraFolders)
        survey.tell(found.problems)
        let units = survey.read(found.units, knowing: legible, chosen: Set(chosen))
        for problem in found.problems { survey.noteUnit(behind: problem) }
        await load(units.filter { wanted.contains($0.id) }, ways, &survey)
        for (id, unit) in units where !wanted.contains(id) {
            guard let library = try? unit.library.get() else { continue }
            survey.unloaded[id] = try? PackedLibrary.read(of: library, unit: unit.folder)
        }
        survey.compareContracts()
        survey.resolve()
        return survey
    }

    /// Looks at one unit alone, and opens it; what it needs of others, and how it fits them, is not asked.
    ///
    /// - Parameter way: Where it runs; nil where its manifest says so.
    package func survey(only folder: String, runs way: RunMode? = nil) async -> Survey {
        var survey = Survey()
        let found = finder.find(in: [folder])
        survey.tell(found.problems)
        let units = survey.read(found.units, knowing: [:])
        for problem in found.problems { survey.noteUnit(behind: problem) }
        let ways = way.map { way in Dictionary(uniqueKeysWithValues: units.map { ($0.id, way) }) }
        await load(units, ways ?? [:], &survey)
        return survey
    }

    private func load(_ units: [(id: String, unit: Unit)], _ ways: [String: RunMode], _ survey: inout Survey) async {
        for (id, unit) in units {
            guard let manifest = survey.manifests[id] else { continue }
            do throws(LoadProblem) {
                switch ways[id] ?? manifest.runs {
                case .host where opensLibraries:
                    take(try await open(unit, id, &survey), of: unit, manifest, .host, &survey)
                case .host: take(try await read(unit, id, &survey), of: unit, manifest, .host, &survey)
                case .worker:
                    let known = try await read(unit, id, &survey)
                    take(known, of: unit, manifest, .worker(library: known.unit.library), &survey)
                }
            } catch {
                survey.tell([error])
                survey.broken[id] = .unusable(error)
            }
        }
    }

    /// What this process opened of a unit, now or before.
    private func open(_ unit: Unit, _ id: String, _ survey: inout Survey) async throws(LoadProblem) -> Known {
        let file = Self.file(of: unit)
        if let known = opened[unit.folder] {
            if let file, known.file != file, case .success(let path) = unit.library {
                survey.warn(LoadProblem(path, .replaced))
            }
            return known
        }
        let path = try unit.library.get()
        let (read, packed) = try await library.readPacked(path, of: unit.folder)
        let known = Known(
            entry: try await library.open(read, at: path), packed: packed,
            unit: WorkerProgram.Unit(id: id, library: read.copy, needed: read.needed), file: file)
        opened[unit.folder] = known
        return known
    }

    /// What was packed of a unit; what a feature runs from stays, whatever becomes of its file.
    private func read(_ unit: Unit, _ id: String, _ survey: inout Survey) async throws(LoadProblem) -> Known {
        let file = Self.file(of: unit)
        if let known = unopened[unit.folder], known.file == file || isAlive(id) {
            if file != nil, known.file != file, case .success(let path) = unit.library {
                survey.warn(LoadProblem(path, .replacedBelow(id: id)))
            }
            return known
        }
        // What was known is not what lies there, and nothing runs from it.
        let previous = unopened.removeValue(forKey: unit.folder)
        let (read, packed) = try await library.readPacked(unit.library.get(), of: unit.folder)
        let worker = WorkerProgram.Unit(id: id, library: read.copy, needed: read.needed)
        // Of the same content the entry stays, or its feature would start again.
        let entry = previous?.unit.library == read.copy ? previous?.entry : nil
        let known = Known(
            entry: entry ?? .remote(packed.description, source: workers.source(worker)), packed: packed,
            unit: worker, file: file)
        unopened[unit.folder] = known
        return known
    }

    private static func file(of unit: Unit) -> FileIdentity? {
        (try? unit.library.get()).flatMap { try? FileIdentity(at: $0) }
    }

    private func take(
        _ known: Known, of unit: Unit, _ manifest: Manifest, _ make: FeatureMake, _ survey: inout Survey
    ) {
        let id = manifest.id
        legible[unit.folder] = manifest
        let contracts = known.entry.contracts
        let problems =
            ContractCheck.problems(in: .init(id: id, manifest: unit.manifest, contracts: contracts))
            + ContractCheck.strays(in: manifest, at: unit.manifest, contracts)
        survey.tell(problems)
        if let first = problems.first { survey.broken[id] = .unusable(first) }
        let check =
            known.packed.description.checksSettings
            ? { @Sendable [checks, library] settings in
                let problems = await checks.problems(in: settings, of: known.unit)
                // Its private copy lies there for as long as `library` is held.
                withExtendedLifetime(library) {}
                return problems
            } : nil
        survey.loaded.append(
            LoadedFeature(
                id: id, entry: known.entry, kit: known.packed.stamp.kit,
                make: make, settingsCheck: check))
    }
}
