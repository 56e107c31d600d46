internal import Delivery
internal import FeatureKit
internal import WebClient
internal import WebJSON

/// The access token of a service account: asked for once for all who need it, and kept until shortly before its end.
final class AccessToken: Sendable {
    /// Why there is none.
    struct Failure: Error {
        let outcome: DeliveryOutcome
    }
    typealias Answer = Result<Secret, Failure>

    private enum State {
        case none
        /// Somebody asks, and these wait for the answer.
        case asking([CheckedContinuation<Answer?, Never>])
        case kept(Secret, until: Timestamp)
    }

    /// What a caller does next.
    private enum Turn {
        case take(Secret)
        case ask
        case wait
    }

    private static let margin = Duration.seconds(60)

    private let account: ServiceAccount
    private let certificates: String?
    private let sender: WebSender
    private let state = Lock(State.none)

    init(of account: ServiceAccount, certificates: String?, sender: WebSender) {
        (self.account, self.certificates, self.sender) = (account, certificates, sender)
    }

    /// The token at this time.
    func token(at now: Timestamp) async -> Answer {
        let answer: Answer? = await withCheckedContinuation { continuation in
            let turn = state.withLock { state -> Turn in
                switch state {
                case .kept(let token, let end) where now < end: return .take(token)
                case .asking(let waiting):
                    state = .asking(waiting + [continuation])
                    return .wait
                default:
                    state = .asking([])
                    return .ask
                }
            }
            switch turn {
            case .take(let token): continuation.resume(returning: .success(token))
            case .ask: continuation.resume(returning: nil)
            case .wait: break
            }
        }
        if let answer { return answer }
        let asked = await ask(at: now)
        let waiting = state.withLock { state -> [CheckedContinuation<Answer?, Never>] in
            guard case .asking(let waiting) = state else { return [] }
            switch asked {
            case .success(let (token, end)): state = .kept(token, until: end)
            case .failure: state = .none
            }
            return waiting
        }
        let own = asked.map(\.token)
        for continuation in waiting { continuation.resume(returning: own) }
        return own
    }

    /// Forgets a token that is not accepted any more.
    func forget(_ refused: Secret) {
        state.withLock { if case .kept(refused, _) = $0 { $0 = .none } }
    }

    private func ask(at now: Timestamp) async -> Result<(token: Secret, end: Timestamp), Failure> {
        func failure(_ reason: DeliveryReason, after pause: Duration? = nil) -> Failure {
            Failure(outcome: .retry(after: pause, reason))
        }
        guard let assertion = account.assertion(at: now) else {
            return .failure(failure(.account("the key does not sign")))
        }
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
        var question = WebQuestion(
            posting: Array(form.utf8), as: "application/x-www-form-urlencoded", to: account.tokenAddress,
            certificates: certificates)
        // The token is what is wanted, and nothing is done by asking for it.
        question.isDoneByStatus = false
        do throws(WebProblem) {
            let reply = try await sender.reply(to: question)
            let value = try? JSONText.value(of: reply.body)
            if reply.status == 200, case .text(let token)? = value?["access_token"],
                case .integer(let seconds)? = value?["expires_in"]
            {
                return .success((Secret(token), now.advanced(by: .seconds(seconds) - Self.margin)))
            }
            var code: String?
            if case .text(let text)? = value?["error"] { code = text }
            // An account that is refused is for an operator to fix; the message may still be sent after that.
            return .failure(failure(.answer(reply.status, code), after: reply.retryAfter))
        } catch { return .failure(failure(.web(error))) }
    }
}
