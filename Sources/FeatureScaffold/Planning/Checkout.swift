internal import HostSystem

/// A checkout of Flagstand's own sources.
package struct Checkout: Sendable, Equatable {
    /// Its absolute root.
    package let root: String

    var manifest: String { Path.join(root, "Package.swift") }
    var plugins: String { Path.join(root, "Plugins") }
    var sources: String { Path.join(root, Kit.sources) }

    /// The checkout that a folder is, or lies in.
    package static func above(_ folder: String) -> Checkout? {
        var folder = folder
        while true {
            let checkout = Checkout(root: folder)
            if Disk.isFile(checkout.manifest), Disk.isFolder(checkout.plugins), Kit(in: checkout.sources) != nil {
                return checkout
            }
            guard folder != "/", folder != "." else { return nil }
            folder = Path.folder(of: folder)
        }
    }

    /// The features that are there, by their ids.
    func features() throws(ScaffoldProblem) -> [String: String] {
        var features: [String: String] = [:]
        for name in try Disk.names(in: plugins) {
            guard let text = try? Disk.text(of: Path.join(plugins, "\(name)/feature.yaml")) else { continue }
            let ids = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("id:") }
            if let id = ids.first { features[id.dropFirst("id:".count).prefix { $0 != "#" }.trimmed] = name }
        }
        return features
    }
}

extension Substring {
    fileprivate var trimmed: String {
        split { " \t\"'".contains($0) }.joined()
    }
}
