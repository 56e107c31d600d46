@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// A request with an `Idempotency-Key`.
struct KeyedQuestion: Sendable, Equatable {
    /// The longest key.
    static let longestKey = 200

    /// The digest of the key and its owner, under which the answer is kept.
    let name: String
    /// The digest of the request: the method, the path, the query and the body.
    let digest: String

    /// Nil if the request has no key.
    init?(_ request: Request, by author: Author) throws(Problem) {
        let fields = request.values(of: "idempotency-key")
        guard let key = fields.first else { return nil }
        let isKey = (1...Self.longestKey).contains(key.utf8.count) && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard fields.count == 1, isKey else { throw .badKey }
        let whose =
            switch author.way {
            case .localSocket(let user): "door \(user)"
            case .token(let id, _): "token \(id)"
            }
        name = SHA256.hexDigest(of: Array("\(whose)\n\(key)".utf8))
        let head = "\(request.method) \(request.path)?\(request.query ?? "")\n"
        digest = SHA256.hexDigest(
            of: Array(head.utf8) + request.bodyBytes
        )
    }
}

extension Problem {
    static let badKey = Problem(
        400, "invalid", "Idempotency-Key must be 1 to \(KeyedQuestion.longestKey) visible letters, and come once")
    static let keyReused = Problem(422, "key-reused", "this Idempotency-Key came with another question before")
    static let inProgress = Problem(
        409, "in-progress", "the first question with this Idempotency-Key is still being answered",
        fields: ["Retry-After": "1"])
    static let inDoubt = Problem(
        409, "in-doubt",
        "the host ended while it did this, and nobody knows how far it came; look at what counts, and ask with another "
            + "Idempotency-Key")
    static let answerTooLarge = Problem(
        409, "already-made", "it was done; its answer was too large to be kept")

    static func keyNotKept(_ reason: String) -> Problem {
        Problem(503, "not-kept", "nothing has changed: the Idempotency-Key can't be written down: \(reason)")
    }
}
