internal import FeatureKit
internal import HostConfig
internal import HostRuntime

/// `flagstand schema`: the JSON Schema of `plugins.yaml` with every feature's settings, for editors.
enum SchemaCommand {
    static func run(_ arguments: Arguments) async -> ExitCode {
        let catalog = Surroundings.catalog
        // The Shapes of settings stand in the libraries, so all of them are opened.
        let found = await catalog.survey(arguments.pluginFolders, opening: [])
        let survey = await catalog.survey(arguments.pluginFolders, opening: Set(found.manifests.keys))
        Output.error(survey.diagnostics.text)
        Output.print(HostSchema.json(features: survey.known).prettyJSON + "\n")
        return survey.diagnostics.hasErrors ? .bad : .fine
    }
}
