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
            problems += linking(of: name, needing: feature.needed, declaring: manifest.links)
        }
        return problems
    }

    /// A feature's library needs nothing but the kit, what every machine with Swift has, and what it declares.
    private static func linking(of name: String, needing needed: [String], declaring links: [String]) -> [String] {
        let (library, manifest) = ("lib\(name)Feature.so", "Plugins/\(name)/feature.yaml")
        guard needed.contains(kit) else { return ["\(library) does not need \(kit): it has a kit of its own inside"] }
        let strays = needed.filter { !everywhere.contains($0) && $0 != kit && !links.contains($0) }
        let idle = links.filter { !needed.contains($0) }
        return strays.map { "\(library) needs \($0); list it under links in \(manifest), or do without" }
            + idle.map { "\(manifest) lists \($0) under links, but \(library) does not need it" }
    }

    private static let kit = "libFeatureKit.so"

    private static let everywhere = swiftRuntime.union(glibc)

    /// Without Foundation: it alone would double what a host takes of memory.
    private static let swiftRuntime: Set = [
        "libswiftCore.so", "libswift_Concurrency.so", "libswift_StringProcessing.so", "libswift_RegexParser.so",
        "libswiftSwiftOnoneSupport.so", "libswiftSynchronization.so", "libswift_Builtin_float.so", "libswiftGlibc.so",
        "libswiftDispatch.so", "libdispatch.so", "libBlocksRuntime.so",
    ]

    private static let glibc: Set = [
        "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1",
        "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
    ]
}
