@_spi(Hosting) import FeatureKit
import HTTPServer
import HostConfig
import HostRuntime

/// The operations on the configuration as a whole: plans, changes, revisions.
final class OperatorConfig: Sendable {
    private let configuration: ConfigurationManager

    init(_ configuration: ConfigurationManager) { self.configuration = configuration }

    /// The endpoints for the configuration.
    func fixtures(_ endpoints: OperatorEndpoints) -> [Fixture] {
        let most = ReadingLimits.standard.bytes
        return [
            Fixture(.get, "/ops/v1/config", endpoints.telling(config)),
            Fixture(.post, "/ops/v1/config/plan", endpoints.telling(bodyLimit: most, plan)),
            Fixture(.post, "/ops/v1/config/apply", endpoints.changing(bodyLimit: most, apply)),
            Fixture(.post, "/ops/v1/config/confirm", endpoints.changing(confirm)),
            Fixture(.get, "/ops/v1/revisions", endpoints.telling(revisions)),
            Fixture(.get, "/ops/v1/revisions/{number}", endpoints.telling(revision)),
            Fixture(.get, "/ops/v1/revisions/{a}/diff/{b}", endpoints.telling(difference)),
            Fixture(.post, "/ops/v1/revisions/{number}/rollback", endpoints.changing(rollBack)),
        ]
    }

    // MARK: - The active configuration

    private func config(_ context: RequestContext) async throws(Problem) -> Response {
        let (journal, status) = (configuration.journal, configuration.status)
        var layers: Value = []
        // The active content names its layers, also if the last revision is damaged.
        if journal.last != nil, case .list(let list)? = await configuration.content.value["layers"] {
            layers = .list(list.map { ["layer": $0["layer"] ?? .null, "name": $0["name"] ?? .null] })
        }
        return .json([
            "revision": journal.last?.value ?? .null, "layers": layers,
            "flags": .list(configuration.sources.map(\.value)),
            "aside": .list(journal.aside.keys.map(\.shown).sorted().map(Value.text)),
            "refusing": .boolean(configuration.isRefusing), "troubles": .list(status.troubles.map(\.value)),
            "spoilt": .texts(status.invalidFlags), "flagProblems": status.flagProblems.value,
            "rejected": status.rejection?.value ?? .null,
            "confirmation": journal.confirmation?.value ?? .null,
        ])
    }

    private static let wantedRevisions = EndpointQuestion(RevisionsRequest.self, in: .query)

    private func revisions(_ context: RequestContext) throws(Problem) -> Response {
        let wanted = try Self.wantedRevisions.read(context.request)
        let journal = configuration.journal
        let newest = journal.revisions.suffix(wanted.limit).reversed()
        return .json([
            "revisions": .list(newest.map(\.value)), "confirmation": journal.confirmation?.value ?? .null,
        ])
    }

    private func revision(_ context: RequestContext) async throws(Problem) -> Response {
        let number = try number(context, "number")
        let content = try await content(of: number)
        guard let revision = configuration.journal.revisions.first(where: { $0.number == number }),
            case .object(var members) = revision.value, case .object(let held) = content.value
        else { throw unknown(number) }
        for (name, value) in held { members[name] = value }
        return .json(.object(members))
    }

    private func difference(_ context: RequestContext) async throws(Problem) -> Response {
        let (previous, later) = (try number(context, "a"), try number(context, "b"))
        let differences = Differences(
            from: try await content(of: previous).comparable, to: try await content(of: later).comparable)
        var members: Members = ["from": .integer(Int64(previous)), "to": .integer(Int64(later))]
        for (name, value) in differences.members { members[name] = value }
        return .json(.object(members))
    }

    // MARK: - Changes

    private static let named = EndpointQuestion(NamedDocument.self, in: .query)
    private static let wantedChange = EndpointQuestion(ChangeRequest.self, in: .query)
    private static let nothing = EndpointQuestion(NothingWanted.self, in: .body)
    private static let wantedRollback = EndpointQuestion(RollbackRequest.self, in: .body)

    private func plan(_ context: RequestContext) async throws(Problem) -> Response {
        let wanted = try Self.named.read(context.request.withoutBody)
        let texts = try context.request.documents(named: wanted.name)
        do throws(ConfigProblem) { return .json(try await configuration.plan(texts, as: context.role).value) } catch {
            throw Problem(error)
        }
    }

    private func apply(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        let (author, expected) = (try await context.author(), try context.expected())
        let wanted = try Self.wantedChange.read(context.request.withoutBody)
        let texts = try context.request.documents(named: wanted.name)
        do throws(ConfigProblem) {
            let outcome = try await configuration.apply(
                texts, named: wanted.name, by: author, because: wanted.reason, confirmWithin: wanted.confirmWithin,
                as: context.role,
                on: expected)
            return .json(outcome.value, revision: outcome.counting)
        } catch { throw Problem(error) }
    }

    private func confirm(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        // Many clients send a mapping with every POST.
        if context.request.bodyCount > 0 { _ = try Self.nothing.read(context.request) }
        let (author, expected) = (try await context.author(), try context.expected())
        do throws(ConfigProblem) {
            let revision = try await configuration.confirm(by: author, on: expected)
            return .json(revision.value, revision: revision.number)
        } catch { throw Problem(error) }
    }

    private func rollBack(_ context: RequestContext) async throws(Problem) -> OnceAnswer {
        let (author, expected) = (try await context.author(), try context.expected())
        let wanted = try Self.wantedRollback.read(context.request)
        let number = try number(context, "number")
        do throws(ConfigProblem) {
            let outcome = try await configuration.rollBack(
                to: number, by: author, because: wanted.reason, confirmWithin: wanted.confirmWithin, as: context.role,
                on: expected)
            return .json(outcome.value, revision: outcome.counting)
        } catch { throw Problem(error) }
    }

    // MARK: - Numbers

    private func content(of number: Int) async throws(Problem) -> RevisionContent {
        do throws(ConfigProblem) { return try await configuration.content(of: number) } catch { throw Problem(error) }
    }

    private func number(_ context: RequestContext, _ name: String) throws(Problem) -> Int {
        let text = context.path[name] ?? ""
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text)
        else { throw .noNumber(text, name) }
        return number
    }

    private func unknown(_ number: Int) -> Problem {
        let numbers = configuration.journal.revisions.map(\.number)
        let known = numbers.first.flatMap { first in numbers.last.map { first...max(first, $0) } }
        return Problem(ConfigProblem.unknownRevision(number, known: known))
    }
}

// MARK: - Requests

/// The name of a configuration file.
struct NamedDocument: Shaped, Codable {
    let name: String

    static let shape = Shape.object([nameField])
    static let nameField = Field(
        "name", .text(length: 1...1_024), "What diagnostics and the history call the document.", default: "document")
}

/// A request without fields.
struct NothingWanted: Shaped, Codable {
    static let shape = Shape.object([])
}

/// The query for applying a configuration.
struct ChangeRequest: Shaped, Codable {
    let name: String
    let reason: String?
    let confirmWithin: Duration?

    static let shape = Shape.object([NamedDocument.nameField] + RollbackRequest.fields)
}

/// The body for rolling back to a revision.
struct RollbackRequest: Shaped, Codable {
    let reason: String?
    let confirmWithin: Duration?

    static let shape = Shape.object(fields)
    static let fields = [
        Field("reason", .text(length: 0...Overrides.longestReason), "Why, for those who wonder later.", optional: true),
        Field(
            "confirmWithin", .duration(in: Confirmation.limits), "How long it counts unless somebody confirms it.",
            optional: true),
    ]
}

/// The query for revisions.
struct RevisionsRequest: Shaped, Codable {
    let limit: Int

    static let shape = Shape.object([
        Field(
            "limit", .integer(in: 1...Int64(Journal.mostRevisions)), "How many at most, the newest.",
            default: .integer(Int64(Journal.shown)))
    ])
}

extension Request {
    /// The request without its body.
    fileprivate var withoutBody: Request { Request(method, query.map { "\(path)?\($0)" } ?? path, peer: peer) }

    /// The configuration files in the body: one in YAML or JSON by its media type, or all those of a folder.
    fileprivate func documents(named name: String) throws(Problem) -> [SourceText] {
        let type = self["content-type"]
        let word = type?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" } ?? ""
        let bytes = bodyBytes
        if word == HandedDocuments.type {
            guard let texts = HandedDocuments.read(bytes) else { throw .badHandedDocuments }
            return texts
        }
        guard word.hasSuffix("yaml") || word == "application/json" || word.hasSuffix("+json") else {
            throw .noDocument
        }
        return [SourceText(name: name, bytes: bytes, contentType: type)]
    }
}

extension Problem {
    fileprivate static let badHandedDocuments = Problem(
        400, "invalid",
        "\(HandedDocuments.type) is {\"documents\": [{\"name\": …, \"text\": …}]} with 1 to \(LocalSource.mostFiles) of them"
    )
}
