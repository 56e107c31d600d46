internal import HostConfig
internal import HostSystem

/// Finds the units of features in folders.
package struct UnitFinder: Sendable {
    /// What a search found, in the order of the folders and their names.
    package struct Findings: Sendable, Equatable {
        package var units: [Unit] = []
        /// What is wrong with folders that are no unit; a unit knows its own problem.
        package var problems: [LoadProblem] = []
    }

    /// The most entries of a folder that are looked at.
    package static let mostEntries = 4096

    private let programFolder: String

    /// Finds units for this program.
    ///
    /// - Parameter program: the path of the host's executable, whose folder holds the libraries that a build made.
    package init(program: String) { programFolder = Path.folder(of: program) }

    /// Where features are looked for unless told: `features/` beside the program, else the sources it was built from.
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
        if Folder.hasFile(Path.join(folder, Unit.manifestName)) { return findings.units.append(unit(in: folder)) }
        do {
            let (names, areAll) = try Folder.names(in: folder, most: Self.mostEntries)
            if !areAll { findings.problems.append(LoadProblem(folder, .crowded(limit: Self.mostEntries))) }
            for inner in names.map({ Path.join(folder, $0) }) where Folder.exists(inner) {
                if Folder.hasFile(Path.join(inner, Unit.manifestName)) {
                    findings.units.append(unit(in: inner))
                } else if let library = try? libraries(in: inner).first {
                    findings.problems.append(LoadProblem(inner, .noManifest(library: library)))
                }
            }
        } catch {
            findings.problems.append(LoadProblem(folder, .unreadable(error)))
        }
    }

    private func unit(in folder: String) -> Unit { Unit(folder: folder, library: library(of: folder)) }

    /// The only library in the folder; else, in a tree of sources, the one that the build left beside the program.
    private func library(of folder: String) -> Result<String, LoadProblem> {
        let names: [String]
        do {
            names = try libraries(in: folder)
        } catch {
            return .failure(LoadProblem(folder, .unreadable(error)))
        }
        if names.count > 1 { return .failure(LoadProblem(folder, .severalLibraries(names))) }
        if let name = names.first { return .success(Path.join(folder, name)) }
        let built = Path.join(programFolder, "lib\(Path.name(of: folder))Feature.so")
        return Folder.hasFile(built) ? .success(built) : .failure(LoadProblem(folder, .noLibrary(expected: built)))
    }

    private func libraries(in folder: String) throws(SystemError) -> [String] {
        try Folder.names(in: folder, most: Self.mostEntries).names
            .filter { $0.hasPrefix("lib") && $0.hasSuffix("Feature.so") }
    }
}
