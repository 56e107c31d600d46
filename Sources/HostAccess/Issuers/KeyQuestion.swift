@_spi(Hosting) internal import FeatureKit

/// The host's question to a feature's route for a JWKS, which may reply with JSON in any form.
final class KeyQuestion: RouteAsker {
    private let came = Signal()
    private let given = Lock<KeyAnswer?>(nil)

    private init() {}

    /// Asks, and waits for a while.
    static func ask(_ served: ServedRoute, on clock: any ClockSource) async -> KeyAnswer {
        let question = KeyQuestion()
        let deadline = clock.uptime + IssuerLimits.routePatience
        let cause = Cause(caller: .system, id: "\(served.name)@\(clock.now.nanoseconds)")
        switch served.ask(question, Call(caller: .system, deadline: deadline, cause: cause), on: .own) {
        case .taken: break
        case .full: return .failed("\(served.feature) has too many questions open")
        case .closed: return .nobody
        @unknown default: return .nobody
        }
        guard (try? await question.came.wait(until: deadline, on: clock)) == true else {
            return .failed("\(served.name) took longer than \(IssuerLimits.routePatience)")
        }
        return question.given.withLock { $0 } ?? .nobody
    }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request {
        try Value.object([:]).decoded(as: type)
    }

    func answered<Reply: Shaped>(_ reply: Reply) {
        if let media = reply as? Media { return give(.fresh(media.bytes)) }
        var bytes: [UInt8] = []
        do { try reply.writeJSON(to: &bytes) } catch { return give(.failed("its reply can't be written")) }
        give(.fresh(bytes))
    }

    func refused(_ error: RouteError) { give(.failed("it refuses with \(error.status) \(error.code)")) }
    func next<Reply: Shaped>(_ reply: Reply) async throws { throw CancellationError() }
    func untilGone() async {}
    func ended() { give(.failed("it streams")) }

    private func give(_ answer: KeyAnswer) {
        given.withLock { if $0 == nil { $0 = answer } }
        came.raise()
    }
}
