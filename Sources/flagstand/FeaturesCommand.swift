@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostRuntime

/// `flagstand features`: lists the features of a running host with their states, or else those that there are.
enum FeaturesCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        // With the options that concern a running host, a list without states would be no answer.
        let needsHost = arguments.has(.state) || arguments.has(.why)
        let code = try await ClientCommand.run(.features, arguments) {
            command throws(LocalSocketProblem) -> ExitCode? in
            do throws(LocalSocketProblem) { return try ask(command) } catch {
                guard !needsHost, error.meansNoHost else { throw error }
                return nil
            }
        }
        guard let code else { return try await listManifests(arguments) }
        return code
    }

    private static func ask(_ command: ClientCommand) throws(LocalSocketProblem) -> ExitCode {
        let path = command.arguments[.why].map { "/" + ClientRequest.escaped($0) } ?? ""
        guard let reply = try command.value(of: ClientRequest("GET", "/ops/v1/features\(path)")) else { return .bad }
        if command.arguments.has(.json) { return Output.print(reply.json + "\n") }
        return Output.print(path.isEmpty ? FeatureTable.text(reply) : FeatureTable.why(reply))
    }

    /// From the manifests and what was packed beside the libraries; no code of a feature runs.
    private static func listManifests(_ arguments: Arguments) async throws(SourceProblem) -> ExitCode {
        let survey = await Surroundings.catalog.survey(try arguments.pluginFolders(), opening: [])
        let manifests = survey.manifests.values.sorted { $0.id < $1.id }
        Output.error(survey.diagnostics.text)
        let code = survey.diagnostics.hasErrors ? ExitCode.bad : .fine
        guard arguments.has(.json) else { return Output.print(table(manifests), code) }
        let rows = manifests.map { $0.data(in: survey) }
        return Output.print(Value.list(rows).prettyJSON + "\n", code)
    }

    private static func table(_ manifests: [Manifest]) -> String {
        TextTable.text(
            [["id", "version", "stage", "summary"]]
                + manifests.map { [$0.id, $0.version, $0.stage.rawValue, $0.summary] })
    }
}

extension Manifest {
    fileprivate func data(in survey: Survey) -> Value {
        let contracts = survey.contracts(of: id)
        return [
            "id": .text(id), "version": .text(version), "kit": .orNull(survey.kit(of: id).map { "\($0)" }),
            "stage": .text(stage.rawValue), "summary": .text(summary), "needs": .texts(needs), "after": .texts(after),
            "publishes": .texts(contracts.names(.publishes)), "reads": .texts(contracts.names(.reads)),
            "routes": .texts(contracts.names(.serves)), "requests": .texts(contracts.names(.requests)),
            "keeps": .texts(contracts.names(.keeps)), "flags": .texts(contracts.names(.evaluates)),
            "mount": .orNull(mounts.first), "folder": .text(survey.folders[id] ?? ""),
        ]
    }
}
