import HTTPServer
import HostAccess
import HostRuntime

/// `GET /ofrep/v1/stream`: an event for each change of the flags.
///
/// A client that has the current state, or comes back with the id of the last event, gets nothing before the next
/// change. Every other client gets one event with the current state, however many changes it missed.
struct FlagStreamEndpoint: Endpoint {
    static let path = "/ofrep/v1/stream"
    /// The query's name for the state that the client has.
    static let known = "known"

    let bodyLimit = 0
    let board: FlagBoard
    let news: FlagChangeNotifier

    func answer(_ context: RequestContext) {
        let request = context.request
        guard request.takes("text/event-stream") else {
            return context.exchange.answer(
                Problem.notAcceptable("text/event-stream").response(request: context.trace.id))
        }
        guard request.method != .head else { return context.exchange.answer(StreamReply.head) }
        let user: Identity?
        do throws(OFREPProblem) { user = try context.userOfFlags() } catch {
            return context.exchange.answer(error.response())
        }
        // Read before the board, so that a change in between is announced.
        let last = news.feed.lastEventID
        let known = request.query.flatMap { TargetQuery.pairs($0.utf8.span) }?.first { $0.name == Self.known }?.value
        let isCurrent = request["last-event-id"].map { $0 == last } ?? (known == board.current.etag)
        guard let user else { return context.exchange.follow(news.feed, Fields(), after: isCurrent ? last : nil) }
        let journey = TopicJourney(context.trace, context.exchange)
        context.exchange.keep(journey)
        context.exchange.follow(news.feed, Fields(), after: isCurrent ? last : nil)
        context.userStreams?.add(journey, of: user)
    }
}
