@_spi(Hosting) import FeatureKit
import FlagEngine
import HTTPServer
import HostConfig
import HostRuntime
import JSON

/// The operations on flags; they change nothing, and record no exposures.
final class OperatorFlags: Sendable {
    private let sheets: FlagSheets
    private let exposures: Exposures
    private let configuration: ConfigurationManager
    private let clock: any ClockSource

    init(_ sheets: FlagSheets, exposures: Exposures, configuration: ConfigurationManager, clock: any ClockSource) {
        self.sheets = sheets
        self.exposures = exposures
        self.configuration = configuration
        self.clock = clock
    }

    /// The endpoints for flags.
    func fixtures(_ endpoints: OperatorEndpoints) -> [Fixture] {
        [
            Fixture(.get, "/ops/v1/flags", endpoints.telling { [self] _ in list }),
            Fixture(.get, "/ops/v1/exposures", endpoints.asking(exposed)),
            Fixture(.get, "/ops/v1/flags/{key}", endpoints.telling(flag)),
            Fixture(.post, "/ops/v1/flags/{key}/evaluate", endpoints.asking(evaluate)),
            Fixture(.post, "/ops/v1/flags/{key}/explain", endpoints.asking(explain)),
        ]
    }

    private var list: Response {
        let (sheet, _) = sheets.current()
        let program = sheet.snapshot.program
        let flags = program.flags.indices.map { Value.object(program.brief(of: $0)) }
        return .json([
            "flags": .list(flags), "revision": .integer(Int64(clamping: sheet.snapshot.program.revision)),
            "etag": .text(sheet.snapshot.etag), "since": .text("\(sheet.snapshot.since)"),
            "sources": .list(configuration.sources.map(\.value)),
        ])
    }

    private func flag(_ context: RequestContext) throws(Problem) -> Response {
        let (sheet, flag) = try find(context)
        return .json(.object(sheet.snapshot.program.full(flag)))
    }

    private static let wantedExposures = EndpointQuestion(ExposuresRequest.self, in: .query)

    private func exposed(_ context: RequestContext) async throws(Problem) -> Response {
        let wanted = try Self.wantedExposures.read(context.request)
        do {
            let found = try await exposures.written(flag: wanted.flag, most: wanted.limit)
            return .json(["exposures": .list(found.map { (try? Value(encoding: $0)) ?? .null })])
        } catch let error as StoreError {
            throw Problem(error.code.status, error.code.word, error.detail)
        } catch {
            throw Problem(503, "unavailable", "\(error)")
        }
    }

    private static let question = EndpointQuestion(EvaluationRequest.self, in: .body)

    private func evaluate(_ context: RequestContext) throws(Problem) -> Response {
        let (sheet, flag) = try find(context)
        let context = try person(context)
        var evaluator = FlagEvaluator()
        let evaluation = evaluator.evaluate(flag, of: sheet.snapshot.program, for: context, now: clock.now.seconds)
        var body: [UInt8] = []
        sheet.lines.write(evaluation, to: &body)
        return Response(.ok, OFREPAnswer.fields, body: body)
    }

    /// Every step of an evaluation, for programs and, in `text`, for people.
    private func explain(_ context: RequestContext) throws(Problem) -> Response {
        let (sheet, flag) = try find(context)
        let context = try person(context)
        var evaluator = FlagEvaluator()
        let trace = evaluator.explain(flag, of: sheet.snapshot.program, for: context, now: clock.now.seconds)
        guard case .object(var members) = trace.value else { return .json(trace.value) }
        members["text"] = .text(trace.text)
        return .json(.object(members))
    }

    private func person(_ context: RequestContext) throws(Problem) -> FlagContext {
        let wanted = try Self.question.read(context.request)
        var context = FlagContext()
        context.add(Members(wanted.context.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        return context
    }

    private func find(_ context: RequestContext) throws(Problem) -> (FlagSheet, Int) {
        let (sheet, _) = sheets.current()
        let key = context.path["key"] ?? ""
        guard let flag = sheet.snapshot.program.flag(key) else {
            let problem = OFREPProblem.unknownFlag(key, known: sheet.snapshot.program.flags.lazy.map(\.key))
            throw Problem(404, "not-found", problem.details)
        }
        return (sheet, flag)
    }
}

extension SourceState {
    /// The state of a source, for operators.
    var value: Value {
        [
            "name": .text(name), "good": .orNull(goodSince.map { "\($0)" }), "failures": .integer(Int64(failures)),
            "failing": .orNull(failure.map { "\($0.since)" }), "reason": .orNull(failure?.reason),
        ]
    }
}

/// The caller that a flag is evaluated for.
struct EvaluationRequest: Shaped, Codable {
    let context: [String: Value]

    static let shape = Shape.object([
        Field(
            "context", .map(of: .anything, count: 0...FlagContext.mostCells),
            "What is known of the caller, targetingKey among it.", default: [:])
    ])
}

/// The query for exposures.
struct ExposuresRequest: Shaped, Codable {
    let flag: String?
    let limit: Int

    static let shape = Shape.object([
        Field("flag", .text(), "Those of this flag alone.", optional: true),
        Field(
            "limit", .integer(in: 1...Int64(ExposureRecords.mostAsked)), "How many at most, the newest.",
            default: .integer(Int64(ExposureRecords.shown))),
    ])
}

extension FlagProgram {
    /// A flag alone.
    fileprivate func full(_ flag: Int) -> Members {
        var members = brief(of: flag)
        let flag = flags[flag]
        let variants = flag.variants
        members["variants"] = .object(Members(variants.map { ($0.name, $0.value) }))
        members["reachable"] = .list(flag.reachable.sorted().map { .text(variants[$0].name) })
        members["exposures"] = .number(flag.sampling)
        members["everybody"] =
            flag.constant.map { constant in
                [
                    "reason": .text(constant.reason.rawValue),
                    "variant": constant.variant.map { .text(variants[$0].name) } ?? .null,
                ]
            } ?? .null
        return members
    }
}
