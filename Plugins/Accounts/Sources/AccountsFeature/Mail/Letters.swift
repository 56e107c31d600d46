internal import FeatureKit

/// Mails that are to be written once it is known whether there is an account: after the reply, so that nobody can tell
/// by an answer, or by how long it takes, who has one.
struct Letters: Sendable {
    /// How many wait at most; then everybody is told to come again.
    static let most = 1_000

    enum Letter: Sendable {
        case register(Ticket)
        case forgot(EmailAddress, language: String?)
        /// Somebody who has signed in wants to move an account.
        case change(EmailAddress, user: String)
    }

    let waiting: AsyncStream<Letter>
    private let put: AsyncStream<Letter>.Continuation

    init() { (waiting, put) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.most)) }

    func put(_ letter: Letter) throws(RouteError) {
        guard case .enqueued = put.yield(letter) else { throw .tooManyLetters }
    }

    func close() { put.finish() }
}
