@_spi(Hosting) internal import FeatureKit
internal import HostRuntime
internal import HostStore
internal import JSON

/// `flagstand flags --exposures`: prints exposures from a running host, or else from its store.
enum ExposuresCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let flag = arguments[.exposedFlag]
        let most = arguments[.limit].flatMap(Int.init) ?? ExposureRecords.shown
        let code = try await ClientCommand.run(.flags, arguments) { command throws(LocalSocketProblem) -> ExitCode? in
            do throws(LocalSocketProblem) {
                let exposures = try ask(command, flag, most)
                guard let exposures else { return .bad }
                var meant: String?
                if let flag, exposures.isEmpty {
                    meant = Suggestion.closest(
                        to: flag, in: Set(try ask(command, nil, ExposureRecords.mostAsked)?.map(\.flag) ?? []))
                }
                return tell(exposures, of: flag, meant: meant, arguments)
            } catch {
                guard error.meansNoHost else { throw error }
                return nil
            }
        }
        if let code { return code }
        return await StoppedHost.run("flagstand flags", arguments) { manager in
            // A store that is not there must not be made by looking.
            guard try await manager.standings().contains(where: { $0.feature == ExposureRecords.owner }) else {
                return tell([], of: flag, meant: nil, arguments)
            }
            let records = try await ExposureRecords(in: manager)
            let exposures = try await records.read(flag: flag, most: most)
            var meant: String?
            if let flag, exposures.isEmpty { meant = Suggestion.closest(to: flag, in: try await records.flags()) }
            return tell(exposures, of: flag, meant: meant, arguments)
        }
    }

    private static func ask(
        _ command: ClientCommand, _ flag: String?, _ most: Int
    ) throws(LocalSocketProblem) -> [FlagExposure]? {
        var target = "/ops/v1/exposures?limit=\(min(most, ExposureRecords.mostAsked))"
        if let flag { target += "&flag=\(ClientRequest.escaped(flag))" }
        guard let reply = try command.value(of: ClientRequest("GET", target)),
            case .list(let list)? = reply["exposures"]
        else { return nil }
        return list.compactMap { try? $0.decoded(as: FlagExposure.self) }
    }

    private static func tell(
        _ exposures: [FlagExposure], of flag: String?, meant: String?, _ arguments: Arguments
    ) -> ExitCode {
        guard arguments.has(.json) else {
            return Output.print(ExposureTable.text(exposures, of: flag, meant: meant))
        }
        let list = exposures.map { (try? Value(encoding: $0)) ?? .null }
        return Output.print(Value.object(["exposures": .list(list)]).prettyJSON + "\n")
    }
}
