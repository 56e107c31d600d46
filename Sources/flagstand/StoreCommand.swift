@_spi(Hosting) internal import FeatureKit
internal import HostRuntime
internal import HostStore
internal import HostSystem

/// `flagstand store`, `store check`, `store backup` and `store compact`: of a running host; without one, of the files.
enum StoreCommand {
    /// How long reading or copying everything may take without a word.
    private static let patience = Duration.seconds(6 * 3_600)

    /// One of the commands: how a host is asked, and how the same is done without one.
    private struct Errand: Sendable {
        let command: Command
        let request: ClientRequest
        let work: @Sendable (StoreHouse) async throws(StoreProblem) -> Value
        let words: @Sendable (Value) -> String
    }

    static func list(_ arguments: Arguments) async throws -> ExitCode {
        try await run(
            Errand(
                command: .store, request: ClientRequest("GET", "/ops/v1/store"),
                work: { house async throws(StoreProblem) in
                    ["stores": .list(try await house.standings().map(\.value))]
                }, words: StoreTable.text), arguments)
    }

    static func check(_ arguments: Arguments) async throws -> ExitCode {
        let features = arguments.operands
        let request = ClientRequest("POST", "/ops/v1/store/check", json: ["features": .texts(features)])
        return try await run(errand(.checkStores, request, .check, features, StoreTable.checks), arguments)
    }

    static func backup(_ arguments: Arguments) async throws -> ExitCode {
        let (folder, features) = (Path.absolute(arguments.operands[0]), Array(arguments.operands.dropFirst()))
        let request = ClientRequest(
            "POST", "/ops/v1/store/backup", json: ["folder": .text(folder), "features": .texts(features)])
        return try await run(
            errand(.backupStores, request, .backup(to: folder), features, StoreTable.backups), arguments)
    }

    static func compact(_ arguments: Arguments) async throws -> ExitCode {
        let features = arguments.operands
        let request = ClientRequest("POST", "/ops/v1/store/compact", json: ["features": .texts(features)])
        return try await run(errand(.compactStores, request, .compact, features, StoreTable.compactions), arguments)
    }

    private static func errand(
        _ command: Command, _ request: ClientRequest, _ upkeep: Upkeep, _ features: [String],
        _ words: @escaping @Sendable (Value) -> String
    ) -> Errand {
        Errand(
            command: command, request: request,
            work: { house async throws(StoreProblem) in
                var reports: [Value] = []
                for id in try await house.plan(upkeep, on: features) {
                    reports.append(await house.carryOut(upkeep, on: id).value)
                }
                return ["reports": .list(reports)]
            }, words: words)
    }

    private static func run(_ errand: Errand, _ arguments: Arguments) async throws -> ExitCode {
        let code = try await DoorCommand.run(errand.command, arguments) { command throws(DoorProblem) -> ExitCode? in
            do throws(DoorProblem) {
                guard let reply = try command.value(of: errand.request, within: patience) else { return .bad }
                return tell(reply, errand, arguments)
            } catch {
                guard error.meansNoHost else { throw error }
                return nil
            }
        }
        if let code { return code }
        return await work(errand, arguments)
    }

    /// Works on the files themselves, with the lock that keeps a host from starting meanwhile.
    private static func work(_ errand: Errand, _ arguments: Arguments) async -> ExitCode {
        let name = "flagstand \(errand.command.name)"
        guard StoreFolder.exists(arguments.state) else {
            Output.error("\(name): error: \(DoorProblem.noHost(state: arguments.state))\n")
            return .bad
        }
        do {
            let state = try StateFolder(locking: arguments.state)
            let house = StoreHouse(
                state: state.path, files: SQLiteFiles(), log: Log(feature: "host", sink: ComplainingLog()))
            return tell(try await errand.work(house), errand, arguments)
        } catch let problem as StateProblem {
            Output.error("\(problem)\n")
        } catch {
            Output.error("\(name): error: \(error)\n")
        }
        return .bad
    }

    private static func tell(_ reply: Value, _ errand: Errand, _ arguments: Arguments) -> ExitCode {
        let text = arguments.has(.json) ? reply.prettyJSON + "\n" : errand.words(reply)
        return Output.print(text, StoreTable.isFine(reply) ? .fine : .bad)
    }
}

/// Tells what a host would log to whoever runs a command.
private struct ComplainingLog: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { level >= .warning }
    func write(_ record: LogRecord) {
        Output.error("\(record.message)\(record.fields.map { " \($0)=\($1)" }.joined())\n".onOneLine + "\n")
    }
}
