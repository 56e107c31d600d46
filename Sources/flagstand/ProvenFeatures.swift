@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostRuntime
internal import HostSystem

/// The features that `flagstand test` has to prove.
struct ProvenFeatures {
    struct Choice: Hashable {
        let id: String
        /// The absolute folder of its unit.
        let folder: String
    }

    private(set) var choices: [Choice] = []
    /// What is wrong with the named features.
    private(set) var complaints: [String] = []

    /// - Parameters:
    ///   - names: Ids or folders; nil for all.
    ///   - folders: The folders of features beside the built-in ones.
    ///   - named: The features that a configuration names, if `all` is limited to them.
    init(_ names: [String]?, in folders: [String], among named: [String]? = nil) async {
        let survey = await Surroundings.catalog.survey(folders, opening: [])
        guard let names else {
            choices = survey.folders.sorted { $0.key < $1.key }
                .filter { named?.contains($0.key) ?? true }.map { Choice(id: $0.key, folder: $0.value) }
            // Errors of a chosen unit are reported when it is proved; the others would not be reported at all.
            complaints = survey.diagnostics.list
                .filter { one in
                    one.severity == .error && !choices.contains { one.file.hasPrefix(Path.join($0.folder, "")) }
                }
                .map { $0.text + "\n" }
            if choices.isEmpty { complaints.append("flagstand test: error: there are no features here\n") }
            return
        }
        for name in names {
            if !name.contains("/"), let folder = survey.folders[name] {
                add([Choice(id: name, folder: folder)])
            } else if let folder = Self.folder(name) {
                await add(unitsIn: folder, named: name)
            } else if name.contains("/") {
                complain("\(name.onOneLine): there is no such folder")
            } else {
                let meant = Suggestion.closest(to: name, in: survey.folders.keys.sorted())
                let question = meant.map { "; did you mean \"\($0)\"?" } ?? ""
                complain("there is no feature \"\(name.onOneLine)\"\(question)")
            }
        }
    }

    private mutating func add(unitsIn folder: String, named name: String) async {
        let finder = UnitFinder(program: Surroundings.program)
        let found = finder.find(in: [folder])
        for problem in found.problems { complaints.append("\(problem)\n") }
        if found.units.isEmpty, found.problems.isEmpty {
            complain("\(name.onOneLine): holds no feature: there is no feature.yaml in it")
        }
        add(
            found.units.map { unit in
                let bytes = (try? FileSource.read(unit.manifest)) ?? []
                let id = Manifest.id(in: bytes, origin: Origin(name: unit.manifest, folder: unit.folder))
                return Choice(id: id ?? Path.name(of: unit.folder), folder: unit.folder)
            })
    }

    private mutating func add(_ new: [Choice]) {
        for choice in new where !choices.contains(choice) { choices.append(choice) }
    }

    private mutating func complain(_ text: String) { complaints.append("flagstand test: error: \(text)\n") }

    /// The folder that a name leads to, from the root on; nil where it is none.
    private static func folder(_ name: String) -> String? {
        guard !name.isEmpty, let path = unsafe realpath(name, nil) else { return nil }
        defer { unsafe free(path) }
        let folder = unsafe String(cString: path)
        return (try? FileIdentity(at: folder).kind) == .folder ? folder : nil
    }
}
