internal import FeatureKit
internal import HostConfig
internal import HostRuntime

/// `flagstand schema`: the JSON Schema of `plugins.yaml` with every feature's settings, for editors.
enum SchemaCommand {
    static func run(_ arguments: Arguments) async throws(SourceProblem) -> ExitCode {
        let catalog = Surroundings.catalog
        let folders = try arguments.pluginFolders()
        let found = await catalog.survey(folders, opening: [])
        let survey = await catalog.survey(folders, opening: Set(found.manifests.keys))
        Output.error(survey.diagnostics.text)
        let schema = HostSchema.json(features: survey.known).prettyJSON + "\n"
        return Output.print(schema, survey.diagnostics.hasErrors ? .bad : .fine)
    }
}
