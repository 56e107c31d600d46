@_spi(Hosting) import FeatureKit

/// A test that asks a route, and what the route says: once, or again and again.
final class Replies<Reply: Shaped>: RouteAsker {
    let stream: AsyncThrowingStream<Reply, any Error>
    private let question: any Shaped
    private let gone = Signal()
    private let over = Signal()
    private let entrance: AsyncThrowingStream<Reply, any Error>.Continuation

    init(to question: any Shaped) {
        self.question = question
        (stream, entrance) = AsyncThrowingStream.makeStream()
        entrance.onTermination = { [gone] _ in gone.raise() }
    }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request {
        if let same = question as? Request { return same }
        return try Value(revealing: question).decoded(as: type)
    }

    func next<Next: Shaped>(_ reply: Next) async throws {
        let reply = try reply as? Reply ?? Value(revealing: reply).decoded(as: Reply.self)
        if case .terminated = entrance.yield(reply) { throw CancellationError() }
    }

    /// Whether nothing more will come.
    var isOver: Bool { over.isRaised }

    func answered<Other: Shaped>(_ reply: Other) {
        do {
            entrance.yield(try reply as? Reply ?? Value(revealing: reply).decoded(as: Reply.self))
            end(nil)
        } catch { end(error) }
    }

    func refused(_ error: RouteError) { end(error) }
    func untilGone() async { await gone.wait() }
    func ended() { end(nil) }

    private func end(_ error: (any Error)?) {
        entrance.finish(throwing: error)
        over.raise()
    }
}
