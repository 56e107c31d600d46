@_spi(Hosting) internal import FeatureKit
internal import HostRuntime
internal import HostSystem

/// `flagstand audit` and `audit verify`: by a running host, or else on the files.
enum AuditCommand {
    /// How long verifying all records may take without an answer.
    private static let patience = Duration.seconds(3_600)

    static func list(_ arguments: Arguments) async throws -> ExitCode {
        let query: AuditQuery
        do throws(BadTime) { query = try AuditQuery(arguments) } catch {
            Output.error("flagstand audit: error: \(error)\n")
            return .misused
        }
        let code = try await ClientCommand.run(.audit, arguments) { command throws(LocalSocketProblem) -> ExitCode? in
            do throws(LocalSocketProblem) {
                var pages = Pages(query)
                while let next = pages.query {
                    guard let reply = try command.value(of: ClientRequest("GET", "/ops/v1/audit" + next.inURL)) else {
                        return .bad
                    }
                    pages.take(reply)
                }
                return tell(pages, arguments)
            } catch {
                guard error.meansNoHost else { throw error }
                return nil
            }
        }
        if let code { return code }
        return await onFiles("flagstand audit", arguments) { audit in
            var pages = Pages(query)
            while let next = pages.query { pages.take(try await audit.page(next).value) }
            return tell(pages, arguments)
        }
    }

    static func verify(_ arguments: Arguments) async throws -> ExitCode {
        let hash = arguments[.expect]
        let query = hash.map { "?expect=\(ClientRequest.escaped($0))" } ?? ""
        let request = ClientRequest("GET", "/ops/v1/audit/verify\(query)")
        let code = try await ClientCommand.run(.verifyAudit, arguments) {
            command throws(LocalSocketProblem) -> ExitCode? in
            do throws(LocalSocketProblem) {
                guard let reply = try command.value(of: request, within: patience) else { return .bad }
                return tell(reply, arguments)
            } catch {
                guard error.meansNoHost else { throw error }
                return nil
            }
        }
        if let code { return code }
        return await onFiles("flagstand audit verify", arguments) { audit in
            let journal = try JournalStore(folder: arguments.state).peek()
            return tell(try await audit.verify(journal, expecting: hash).value, arguments)
        }
    }

    /// Works on the files of a stopped host, with the lock that keeps a host from starting meanwhile.
    private static func onFiles(
        _ name: String, _ arguments: Arguments, _ body: (AuditLog) async throws -> ExitCode
    ) async -> ExitCode {
        guard AuditLog.exists(in: arguments.state) else {
            Output.error("\(name): error: \(LocalSocketProblem.noHost(state: arguments.state))\n")
            return .bad
        }
        do {
            let state = try StateFolder(locking: arguments.state)
            return try await body(AuditLog(state: state.path))
        } catch let problem as StateProblem {
            Output.error("\(problem)\n")
        } catch {
            Output.error("\(name): error: \(error)\n")
        }
        return .bad
    }

    private static func tell(_ pages: Pages, _ arguments: Arguments) -> ExitCode {
        let reply = pages.value
        return Output.print(arguments.has(.json) ? reply.prettyJSON + "\n" : AuditTable.text(reply))
    }

    private static func tell(_ verdict: Value, _ arguments: Arguments) -> ExitCode {
        Output.print(
            arguments.has(.json) ? verdict.prettyJSON + "\n" : AuditTable.verdict(verdict),
            verdict["whole"] == true ? .fine : .bad)
    }
}

/// Collects pages until there are as many records as are wanted.
private struct Pages {
    private let first: AuditQuery
    private var records: [Value] = []
    private var next: Int?
    private var hasBegun = false

    init(_ query: AuditQuery) { first = query }

    /// The query of the next page; nil at the end.
    var query: AuditQuery? {
        guard !hasBegun || next != nil, records.count < first.limit else { return nil }
        var query = first
        query.before = next ?? first.before
        query.limit = min(first.limit - records.count, AuditLimits.page.upperBound)
        return query
    }

    mutating func take(_ page: Value) {
        hasBegun = true
        if case .list(let list)? = page["records"] { records += list }
        next = if case .integer(let number)? = page["next"] { Int(number) } else { nil }
    }

    var value: Value { ["records": .list(records), "next": next.map { .integer(Int64($0)) } ?? .null] }
}

/// An option's value that is not a time.
private struct BadTime: Error, CustomStringConvertible {
    let option: String
    let text: String

    var description: String { "\(option): must be a time such as 2026-11-22T18:00:00Z, not \"\(text.onOneLine)\"" }
}

extension AuditQuery {
    fileprivate init(_ arguments: Arguments) throws(BadTime) {
        self.init()
        limit = arguments[.newestRecords].flatMap(Int.init) ?? AuditLimits.shown
        before = arguments[.beforeRecord].flatMap(Int.init)
        who = arguments[.who]
        what = arguments[.what]
        target = arguments[.onTarget]
        since = try Self.time(.since, arguments)
        until = try Self.time(.until, arguments)
    }

    private static func time(_ option: Command.Option, _ arguments: Arguments) throws(BadTime) -> Timestamp? {
        guard let text = arguments[option] else { return nil }
        guard let time = Timestamp(text) else { throw BadTime(option: option.name, text: text) }
        return time
    }

    /// The query as part of a URL.
    fileprivate var inURL: String {
        let parts: [(String, String?)] = [
            ("limit", "\(limit)"), ("before", before.map { "\($0)" }), ("who", who), ("what", what),
            ("target", target), ("since", since.map { "\($0)" }), ("until", until.map { "\($0)" }),
        ]
        return "?"
            + parts.compactMap { name, value in value.map { "\(name)=\(ClientRequest.escaped($0))" } }
            .joined(separator: "&")
    }
}
