import HostConfig

/// The rules for what lies under `Plugins/`.
enum LayoutCheck {
    /// What breaks them, in the order of the folders.
    static func problems(in tree: Tree) -> [String] {
        var owners: [String: String] = [:]
        var problems: [String] = []
        for (name, feature) in tree.features.sorted(by: { $0.key < $1.key }) {
            let folder = "Plugins/\(name)"
            if !feature.hasPackage { problems.append("\(folder) has no Package.swift; each feature is a package") }
            if !feature.hasReadme { problems.append("\(folder) has no README.md; say what it does and its settings") }
            if feature.tests == 0 { problems.append("\(folder)/Tests has no test") }
            guard let manifest = feature.manifest else {
                problems.append("\(folder)/feature.yaml can't be used; run flagstand features")
                continue
            }
            if let other = owners.updateValue(folder, forKey: manifest.id) {
                problems.append("\(folder)/feature.yaml has the id \"\(manifest.id)\", which \(other) has already")
            }
        }
        return problems
    }
}
