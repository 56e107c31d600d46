extension ScaffoldPlan {
    /// What was made and what comes next, as its author is told.
    package var summary: String {
        let shown = checkout == nil ? "\(name.type)/" : "Plugins/\(name.type)/"
        let width = files.map(\.path.count).max() ?? 0
        let rows = files.map { "  \($0.path)\(String(repeating: " ", count: width - $0.path.count))  \($0.purpose)\n" }
        return "\(shown)\n\(rows.joined())\(listed)\nNext\(place):\n\(next)"
    }

    private var listed: String {
        switch listing {
        case .none: ""
        case .added: "Package.swift names it among the features that are built with the host.\n"
        case .byHand(let manifest): "Add \"\(name.type)\" to the features in \(manifest) by hand.\n"
        }
    }

    private var place: String { checkout.map { ", in \($0.root)" } ?? "" }

    private var next: String {
        let width = commands.map(\.line.count).max() ?? 0
        return commands.map { "  \($0.line)\(String(repeating: " ", count: width - $0.line.count))  # \($0.purpose)\n" }
            .joined()
    }
}
