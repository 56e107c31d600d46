@_spi(Hosting) import FeatureKit
import HTTPServer
import Synchronization

/// One request to a route, from when it was found to fit until it is answered.
final class RouteExchange: RouteAsker, Journey, GatedStream {
    /// What is asked.
    enum Asked: Sendable {
        /// What the request says, of which the path's names are bound already; not looked at yet.
        case request([String])
        /// What was read already, and which part of the request all of it stood in; nil where the route says so.
        case question(Question, in: String? = nil)
    }

    private let target: RouteTarget
    private let asked: Asked
    private let request: Request
    private let exchange: any Exchange
    /// What the answer says beside what the route replies.
    private let extra: Fields
    let trace: TraceContext
    private let surroundings: Router.Surroundings
    /// The answer of a route that streams.
    let stream: StreamReply?
    /// Whether the request did not fit and its caller knows.
    private let isUnfit = Atomic(false)
    /// Who answers it, where that streams.
    private let served: Lock<ServedRoute?>?

    init(
        _ target: RouteTarget, _ asked: Asked, of request: Request, via exchange: any Exchange, extra: Fields,
        trace: TraceContext, servedBy served: ServedRoute?, in surroundings: Router.Surroundings
    ) {
        self.target = target
        self.asked = asked
        self.request = request
        self.exchange = exchange
        self.extra = extra
        self.trace = trace
        self.surroundings = surroundings
        if case .events = target.reply {
            stream = StreamReply(exchange, extra, surroundings.clock, stopping: surroundings.streams.stopping)
            self.served = Lock(served)
        } else {
            stream = nil
            self.served = nil
        }
    }

    var route: String? { target.name }

    /// What it is counted as; nil where it was asked in another way than the route says.
    var slot: Int? { request.method == target.method ? target.slot : nil }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request {
        switch asked {
        case .question(let question, _): return try question.decoded(as: type, by: target.reader.shape)
        case .request(let bound):
            do { return try target.reader.read(request, bound, as: type) } catch let problem as Problem {
                // The caller gets all the words; the error ends what the route would do.
                isUnfit.store(true, ordering: .relaxed)
                refuse(problem)
                throw RouteError(code: problem.code, status: problem.status.code, problem.detail)
            }
        }
    }

    func answered<Reply: Shaped>(_ reply: Reply) {
        switch target.reply {
        case .nothing: exchange.answer(Response(.noContent, extra))
        case .media:
            guard let media = reply as? Media else { return answer(json: reply) }
            do throws(Problem) {
                exchange.answer(try MediaReply.response(media, to: request).adding(extra))
            } catch { refuse(error) }
        case .json, .events: answer(json: reply)
        }
    }

    func refused(_ error: RouteError) {
        guard !isUnfit.load(ordering: .relaxed) else { return }
        // A feature that stops is no mistake of a stream that was told so far.
        if let stream, stream.isOpen, hasStopped || isStopping { return ended() }
        if !Problem.isRefusal(error) {
            log.error(
                "a route refused with a status that is no refusal",
                [
                    ("route", target.name), ("request", trace.id), ("status", "\(error.status)"), ("code", error.code),
                    ("detail", error.detail),
                ])
        }
        refuse(Problem(error) { path in self.part(of: path) })
    }

    /// Which part of the request a field stands in.
    private func part(of path: ValuePath) -> String {
        if case .question(_, in: let part?) = asked { part } else { target.reader.part(of: path) }
    }

    private var log: Log { Log(feature: target.feature, sink: surroundings.log) }

    func next<Reply: Shaped>(_ reply: Reply) async throws {
        guard let stream, case .events(let name, let haveIDs) = target.reply else { throw CancellationError() }
        var data: [UInt8] = []
        try reply.writeJSON(to: &data)
        let id = haveIDs ? EventID.text(in: data) : nil
        do { try await stream.send(name, data, id: id) } catch { throw CancellationError() }
    }

    func untilGone() async { await stream?.untilGone() }

    func ended() {
        stream?.end("end", reason)
    }

    func cut(_ reason: [UInt8]) { stream?.end("end", reason) }

    /// Whether the host stops.
    private var isStopping: Bool { surroundings.streams.stopping.isRaised }

    /// Another run is asked in the place of the one that was to answer.
    func isServed(by other: ServedRoute?) { served?.withLock { $0 = other } }

    /// Whether the run that answers takes no questions any more.
    private var hasStopped: Bool { surroundings.bus.route(target.name) !== served?.withLock { $0 } }

    /// Why a stream has nothing more to tell.
    private var reason: [UInt8] {
        if isStopping { return StreamReply.stopping }
        guard hasStopped else { return StreamReply.done }
        return surroundings.bus.route(target.name) == nil ? StreamReply.off : StreamReply.replaced
    }

    /// Refuses for the host.
    func refuse(_ problem: Problem) {
        if let stream { return stream.refuse(problem, request: trace.id, extra) }
        exchange.answer(problem.response(request: trace.id).adding(extra))
    }

    private func answer(json reply: some Shaped) {
        var body: [UInt8] = []
        body.reserveCapacity(Self.usualSize)
        do { try reply.writeJSON(to: &body) } catch {
            log.error(
                "a reply can't be written", [("route", target.name), ("request", trace.id), ("error", "\(error)")])
            return refuse(.unwritable(target.name, target.feature))
        }
        exchange.answer(Response(.ok, Self.jsonFields, body: body).adding(extra))
    }

    /// Most replies have no more bytes.
    private static let usualSize = 256

    private static let jsonFields: Fields = ["Content-Type": "application/json", "Cache-Control": "no-store"]
}
