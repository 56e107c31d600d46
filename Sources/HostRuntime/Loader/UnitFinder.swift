internal import HostConfig
internal import HostSystem

/// Finds the units of features in folders.
package struct UnitFinder: Sendable {
    /// What a search found, in the order of the folders and their names.
    package struct Findings: Sendable, Equatable {
        package var units: [Unit] = []
        /// What is wrong with folders that are no unit; a unit knows its own problem.
        package var problems: [LoadProblem] = []

        /// A folder that is named, and so is the one above it, holds one unit.
        fileprivate mutating func add(_ unit: Unit) {
            if !units.contains(where: { $0.folder == unit.folder }) { units.append(unit) }
        }
    }

    /// The most entries of a folder that are looked at.
    package static let mostEntries = 4096

    private let programFolder: String

    /// Finds units for this program.
    ///
    /// - Parameter program: the path of the host's executable, whose folder holds the libraries that a build made.
    package init(program: String) { programFolder = Path.folder(of: program) }

    /// Where features are looked for by default: `features/` beside the program, else the sources it was built from.
    package var defaultFolders: [String] {
        let beside = Path.join(programFolder, "features")
        if Folder.exists(beside) { return [beside] }
        var folder = programFolder
        while folder != "/" && folder != "." {
            let plugins = Path.join(folder, "Plugins")
            if Folder.hasFile(Path.join(folder, "Package.swift")), Folder.exists(plugins) { return [plugins] }
            folder = Path.folder(of: folder)
        }
        return []
    }

    /// The units in these folders; a folder that is a unit itself is taken as one.
    package func find(in folders: [String]) -> Findings {
        var findings = Findings()
        var seen: Set<String> = []
        for folder in folders where seen.insert(folder).inserted { search(folder, into: &findings) }
        return findings
    }

    private func search(_ folder: String, into findings: inout Findings) {
        guard Folder.exists(folder) else { return findings.problems.append(LoadProblem(folder, .noFolder)) }
        if Folder.hasFile(Path.join(folder, Unit.manifestName)) { return findings.add(unit(in: folder)) }
        do {
            let (names, areAll) = try Folder.names(in: folder, most: Self.mostEntries)
            if !areAll { findings.problems.append(LoadProblem(folder, .crowded(limit: Self.mostEntries))) }
            for inner in names.map({ Path.join(folder, $0) }) where Folder.exists(inner) {
                if Folder.hasFile(Path.join(inner, Unit.manifestName)) {
                    findings.add(unit(in: inner))
                } else if let library = try? libraries(in: inner).first {
                    findings.problems.append(LoadProblem(inner, .noManifest(library: library)))
                }
            }
        } catch {
            findings.problems.append(LoadProblem(folder, .unreadable(error)))
        }
    }

    private func unit(in folder: String) -> Unit { Unit(folder: folder, library: library(of: folder)) }

    /// The only library in the folder; else, in a tree of sources, the newest that a build of them left: beside the
    /// program, or in the package's own folder for builds.
    private func library(of folder: String) -> Result<String, LoadProblem> {
        let names: [String]
        do {
            names = try libraries(in: folder)
        } catch {
            return .failure(LoadProblem(folder, .unreadable(error)))
        }
        if names.count > 1 { return .failure(LoadProblem(folder, .severalLibraries(names))) }
        if let name = names.first { return .success(Path.join(folder, name)) }
        let beside = Path.join(programFolder, "lib\(Path.name(of: folder))Feature.so")
        var built = Folder.hasFile(beside) ? [beside] : []
        for kind in Self.builds where Folder.exists(Path.join(folder, kind)) {
            do throws(LoadProblem) {
                if let own = try own(in: Path.join(folder, kind), of: folder) { built.append(own) }
            } catch {
                if built.isEmpty { return .failure(error) }
            }
        }
        // Of two that are equally old the first one counts, which is that beside the program.
        let newest = built.max { (Folder.changed($0) ?? .zero) < (Folder.changed($1) ?? .zero) }
        if let newest { return .success(newest) }
        let isPackage = Folder.hasFile(Path.join(folder, "Package.swift"))
        return .failure(LoadProblem(folder, isPackage ? .notBuilt(expected: beside) : .noLibrary(expected: beside)))
    }

    /// Where `swift build` leaves what it builds of a package.
    private static let builds = [".build/debug", ".build/release"]

    /// The library in a folder for builds that is the package's: by the folder's name, else the only one.
    private func own(in builds: String, of folder: String) throws(LoadProblem) -> String? {
        let named = Path.join(builds, "lib\(Path.name(of: folder))Feature.so")
        if Folder.hasFile(named) { return named }
        let names: [String]
        do { names = try libraries(in: builds) } catch { throw LoadProblem(builds, .unreadable(error)) }
        if names.count > 1 { throw LoadProblem(builds, .severalLibraries(names)) }
        return names.first.map { Path.join(builds, $0) }
    }

    private func libraries(in folder: String) throws(SystemError) -> [String] {
        try Folder.names(in: folder, most: Self.mostEntries).names
            .filter { $0.hasPrefix("lib") && $0.hasSuffix("Feature.so") }
    }
}
