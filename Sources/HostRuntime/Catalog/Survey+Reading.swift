@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

extension Survey {
    mutating func tell(_ problems: [LoadProblem]) {
        diagnostics.append(Diagnostics(problems.map { Diagnostic(.error, file: $0.path, message: $0.message) }))
    }

    mutating func warn(_ problem: LoadProblem) {
        diagnostics.append(Diagnostics([Diagnostic(.warning, file: problem.path, message: problem.message)]))
    }

    /// Reads the manifests; of two with one id the first counts.
    ///
    /// - Parameters:
    ///   - chosen: The folders of units that were chosen; other units with their ids are not reported.
    ///   - known: What the manifests said when their libraries were opened, by folder. One that can't be read
    ///   any more stays what it was, so that a mistake in it changes nothing that runs.
    /// - Returns: The units with their ids, in the order in which they were found.
    mutating func read(
        _ units: [Unit], knowing known: [String: Manifest], chosen: Set<String> = []
    ) -> [(id: String, unit: Unit)] {
        var read: [(id: String, unit: Unit)] = []
        var unreadable: [(id: String, unit: Unit)] = []
        for unit in units {
            let found = manifest(of: unit)
            guard let manifest = found.manifest ?? known[unit.folder] else {
                unreadable.append((found.id, unit))
                continue
            }
            if let other = folders[manifest.id] {
                guard !chosen.contains(other) else { continue }
                let path = Path.join(other, Unit.manifestName)
                tell([LoadProblem(unit.manifest, .idTaken(id: manifest.id, by: path))])
                continue
            }
            read.append((manifest.id, unit))
            manifests[manifest.id] = manifest
            folders[manifest.id] = unit.folder
        }
        for (id, unit) in unreadable { noteUnreadable(id, in: unit.folder) }
        return read
    }

    /// A folder with a library and without a manifest would be a unit.
    mutating func noteUnit(behind problem: LoadProblem) {
        guard case .noManifest = problem.fault else { return }
        noteUnreadable(Path.name(of: problem.path), in: problem.path)
    }

    /// Keeps a broken feature known, so that a configuration that names it stays valid for the other features.
    private mutating func noteUnreadable(_ id: String, in folder: String) {
        guard folders[id] == nil else { return }
        folders[id] = folder
        broken[id] = .unreadable
    }

    /// What a unit's manifest says, or at least its id: as far as that can be read, else the folder's name.
    private mutating func manifest(of unit: Unit) -> (manifest: Manifest?, id: String) {
        let name = Path.name(of: unit.folder)
        do throws(SourceProblem) {
            let bytes = try FileSource.read(unit.manifest)
            let origin = Origin(name: unit.manifest, folder: unit.folder)
            let checked = Manifest.read(bytes, origin: origin)
            diagnostics.append(checked.diagnostics)
            return (checked.content, checked.content?.id ?? Manifest.id(in: bytes, origin: origin) ?? name)
        } catch {
            diagnostics.append(Diagnostics([Diagnostic(.error, file: unit.manifest, message: error.message)]))
            return (nil, name)
        }
    }

    mutating func compareContracts() {
        let subjects = loaded.map { feature in
            ContractCheck.Subject(
                id: feature.id, manifest: manifestPath(of: feature.id), contracts: feature.entry.contracts)
        }
        for problem in ContractCheck.unserved(in: subjects) { warn(problem) }
        for clash in ContractCheck.clashes(between: subjects) {
            tell([clash.problem])
            broken[clash.feature] = .clashing(clash.problem)
        }
    }

    mutating func resolve() {
        let rules = rules
        for problem in Resolver.problems(in: rules) {
            for feature in problem.features {
                broken[feature] = broken[feature] ?? .unordered(problem)
                guard feature == problem.features.min() else { continue }
                let file = manifestPath(of: feature)
                diagnostics.append(Diagnostics([Diagnostic(.error, file: file, message: problem.message)]))
            }
        }
    }

    private func manifestPath(of id: String) -> String { Path.join(folders[id] ?? id, Unit.manifestName) }
}
