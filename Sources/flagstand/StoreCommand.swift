@_spi(Hosting) internal import FeatureKit
internal import HostRuntime
internal import HostStore
internal import HostSystem

/// `flagstand store`, `store check`, `store backup` and `store compact`: by a running host, or else on the files.
enum StoreCommand {
    /// How long reading or copying everything may take without an answer.
    private static let patience = Duration.seconds(6 * 3_600)

    /// One of the commands: the request to a running host, and the same work on the files without one.
    private struct Job: Sendable {
        let command: Command
        let request: ClientRequest
        let work: @Sendable (StoreManager) async throws(StoreProblem) -> Value
        let words: @Sendable (Value) -> String
    }

    static func list(_ arguments: Arguments) async throws -> ExitCode {
        try await run(
            Job(
                command: .store, request: ClientRequest("GET", "/ops/v1/store"),
                work: { manager async throws(StoreProblem) in
                    ["stores": .list(try await manager.standings().map(\.value))]
                }, words: StoreTable.text), arguments)
    }

    static func check(_ arguments: Arguments) async throws -> ExitCode {
        let features = arguments.operands
        let request = ClientRequest("POST", "/ops/v1/store/check", json: ["features": .texts(features)])
        return try await run(job(.checkStores, request, .check, features, StoreTable.checks), arguments)
    }

    static func backup(_ arguments: Arguments) async throws -> ExitCode {
        let (folder, features) = (Path.absolute(arguments.operands[0]), Array(arguments.operands.dropFirst()))
        let request = ClientRequest(
            "POST", "/ops/v1/store/backup", json: ["folder": .text(folder), "features": .texts(features)])
        return try await run(
            job(.backupStores, request, .backup(to: folder), features, StoreTable.backups), arguments)
    }

    static func compact(_ arguments: Arguments) async throws -> ExitCode {
        let features = arguments.operands
        let request = ClientRequest("POST", "/ops/v1/store/compact", json: ["features": .texts(features)])
        return try await run(job(.compactStores, request, .compact, features, StoreTable.compactions), arguments)
    }

    private static func job(
        _ command: Command, _ request: ClientRequest, _ maintenance: StoreMaintenance, _ features: [String],
        _ words: @escaping @Sendable (Value) -> String
    ) -> Job {
        Job(
            command: command, request: request,
            work: { manager async throws(StoreProblem) in
                var reports: [Value] = []
                for id in try await manager.plan(maintenance, on: features) {
                    reports.append(await manager.perform(maintenance, on: id).value)
                }
                return ["reports": .list(reports)]
            }, words: words)
    }

    private static func run(_ job: Job, _ arguments: Arguments) async throws -> ExitCode {
        let code = try await ClientCommand.run(job.command, arguments) {
            command throws(LocalSocketProblem) -> ExitCode? in
            do throws(LocalSocketProblem) {
                guard let reply = try command.value(of: job.request, within: patience) else { return .bad }
                return tell(reply, job, arguments)
            } catch {
                guard error.meansNoHost else { throw error }
                return nil
            }
        }
        if let code { return code }
        return await work(job, arguments)
    }

    /// Works on the files of a stopped host.
    private static func work(_ job: Job, _ arguments: Arguments) async -> ExitCode {
        await StoppedHost.run("flagstand \(job.command.name)", arguments) { manager in
            tell(try await job.work(manager), job, arguments)
        }
    }

    private static func tell(_ reply: Value, _ job: Job, _ arguments: Arguments) -> ExitCode {
        let text = arguments.has(.json) ? reply.prettyJSON + "\n" : job.words(reply)
        return Output.print(text, StoreTable.isFine(reply) ? .fine : .bad)
    }
}
