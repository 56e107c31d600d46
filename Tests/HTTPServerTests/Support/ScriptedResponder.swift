@_spi(Hosting) import FeatureKit
import HostSystem

@testable import HTTPServer

/// Answers as a test wants it, and remembers what was told about requests.
final class ScriptedResponder: Responder {
    typealias Handler = @Sendable (Request, any Exchange) -> Void

    private let handler: Handler
    private let admission: @Sendable (Request) -> Admission
    private let isShared: Bool
    private let remembers: Bool
    private let records = Lock<[ExchangeRecord]>([])

    /// - Parameters:
    ///   - isShared: Whether any address may have as many connections as there are.
    ///   - remembers: Whether what was told about requests is kept, and with it their bytes.
    init(
        isShared: Bool = true, remembers: Bool = true,
        admit admission: @escaping @Sendable (Request) -> Admission = { _ in .body(upTo: 1024 * 1024) },
        _ handler: @escaping Handler
    ) {
        self.isShared = isShared
        self.remembers = remembers
        self.admission = admission
        self.handler = handler
    }

    /// Answers with method, path and body.
    static let echo = ScriptedResponder { request, exchange in exchange.answer(echo(of: request)) }

    static func echo(of request: Request) -> Response {
        let body = request.withBody { body in body.indices.map { body[$0] } }
        return Response(
            .ok, ["Content-Type": "text/plain"],
            body: Array("\(request.method) \(request.path)\(request.query.map { "?\($0)" } ?? "") ".utf8) + body)
    }

    /// What was told about requests.
    var finished: [ExchangeRecord] { records.withLock { $0 } }

    func admit(_ request: Request) -> Admission { admission(request) }
    func isShared(_ address: IPAddress) -> Bool { isShared }
    func respond(to request: Request, via exchange: any Exchange) { handler(request, exchange) }

    func overdue(_ request: Request) -> Response {
        Response(.gatewayTimeout, body: Array("overdue \(request.path)".utf8))
    }

    func finished(_ record: ExchangeRecord) { if remembers { records.withLock { $0.append(record) } } }
}
