@_spi(Hosting) public import FeatureKit

/// A request to a route in plain data, with its answers.
@_spi(Hosting) public final class RigQuestion: Sendable {
    /// One answer of a route.
    public enum Answer: Sendable, Equatable {
        /// The reply, or one of many.
        case reply(Value)
        /// A refusal.
        case refused(RouteError)
        /// The end of a stream.
        case ended
    }

    private struct State {
        var answers: [Answer] = []
        /// How many of them have been taken.
        var taken = 0
        /// Raised when one is taken, or when reading stops.
        var room = Signal()
    }

    private let question: Value
    private let state = Lock(State())
    private let gone = Signal()

    init(_ question: Value) { self.question = question }

    /// All answers so far.
    public var answers: [Answer] { state.withLock { $0.answers } }

    /// Takes the next answer; nil where there is none yet.
    public func take() -> Answer? {
        state.withLock { state in
            guard state.answers.indices.contains(state.taken) else { return nil }
            defer {
                state.taken += 1
                state.room.raise()
            }
            return state.answers[state.taken]
        }
    }

    /// Whether there is an answer that nobody has taken.
    var isAnswered: Bool { state.withLock { $0.answers.count > $0.taken } }

    /// Stops reading, which for the feature is a client that has gone.
    public func hangUp() {
        gone.raise()
        state.withLock { $0.room }.raise()
    }

    /// What to wait for before the next reply of a stream; nil where there is room, or nobody waits any more.
    private var roomToWaitFor: Signal? {
        state.withLock { state in
            guard !gone.isRaised, !Task.isCancelled, state.answers.count - state.taken >= RigLimits.mostReplies else {
                return nil
            }
            if state.room.isRaised { state.room = Signal() }
            return state.room
        }
    }

    func refuse(_ error: RouteError) { add(.refused(error)) }

    private func add(_ answer: Answer) {
        state.withLock { state in
            // Only the first refusal or end counts.
            switch state.answers.last {
            case .refused, .ended: return
            case .reply, nil: state.answers.append(answer)
            }
        }
    }

    /// The request as the kit takes it.
    var asker: any RouteAsker { Asker(question: self) }

    private final class Asker: RouteAsker {
        let question: RigQuestion
        init(question: RigQuestion) { self.question = question }

        func request<Request: Shaped>(as type: Request.Type) throws -> Request {
            do { return try question.question.decoded(as: type) } catch {
                throw RouteError.invalid("the request can't be read: \(error)")
            }
        }

        func answered<Reply: Shaped>(_ reply: Reply) {
            do { question.add(.reply(try Value(encoding: reply))) } catch {
                question.add(.refused(RouteError(code: "internal", status: 500, "can't be written: \(error)")))
            }
        }

        func next<Reply: Shaped>(_ reply: Reply) async throws {
            while let room = question.roomToWaitFor { await room.wait() }
            guard !question.gone.isRaised else { throw CancellationError() }
            answered(reply)
        }

        func refused(_ error: RouteError) { question.add(.refused(error)) }
        func untilGone() async { await question.gone.wait() }
        func ended() { question.add(.ended) }
    }
}
