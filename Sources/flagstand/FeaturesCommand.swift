internal import FeatureKit
internal import HostConfig
internal import HostRuntime

/// `flagstand features`: what there is, from the manifests alone; no code of a feature runs.
enum FeaturesCommand {
    static func run(_ arguments: Arguments) async throws(SourceProblem) -> ExitCode {
        let survey = await Surroundings.catalog.survey(try arguments.pluginFolders(), opening: [])
        let manifests = survey.manifests.values.sorted { $0.id < $1.id }
        Output.error(survey.diagnostics.text)
        let code = survey.diagnostics.hasErrors ? ExitCode.bad : .fine
        guard arguments.has(.json) else { return Output.print(table(manifests), code) }
        let rows = manifests.map { $0.data(folder: survey.folders[$0.id] ?? "") }
        return Output.print(Value.list(rows).prettyJSON + "\n", code)
    }

    private static func table(_ manifests: [Manifest]) -> String {
        let rows =
            [["id", "version", "stage", "summary"]]
            + manifests.map { [$0.id, $0.version, $0.stage.rawValue, $0.summary] }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count + 2)
            }.joined() + row[3] + "\n"
        }.joined()
    }
}

extension Manifest {
    fileprivate func data(folder: String) -> Value {
        func texts(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }
        return [
            "id": .text(id), "version": .text(version), "kit": .text(kit.description), "stage": .text(stage.rawValue),
            "summary": .text(summary), "needs": texts(needs), "after": texts(after),
            "publishes": texts(topics.publishes), "reads": texts(topics.reads), "routes": texts(routes),
            "requests": texts(requests), "flags": texts(flags.map(\.key)), "mount": .text(mount),
            "folder": .text(folder),
        ]
    }
}
