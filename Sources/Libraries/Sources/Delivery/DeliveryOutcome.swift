public import WebClient

/// What came of sending something once to one address, by whatever channel.
public enum DeliveryOutcome: Sendable, Equatable {
    /// The peer has accepted it, with its receipt where it gave one.
    case delivered(receipt: String?)
    /// It may work later; the peer says how long to wait at least, where it does.
    case retry(after: Duration?, DeliveryReason)
    /// The address exists no more and is to be forgotten.
    case gone(DeliveryReason)
    /// It would never work as it is.
    case refused(DeliveryReason)

    /// The outcome of a request that had no reply.
    public init(_ problem: WebProblem) {
        switch problem.reason {
        case .notPublic, .brokenField: self = .refused(.web(problem))
        default: self = .retry(after: problem.retryAfter, .web(problem))
        }
    }

    /// The outcome of a reply by its status: 2xx is delivered, 401, 408, 425, 429 and 5xx may work later, others are refused.
    ///
    /// - Parameters:
    ///   - gone: The statuses that say that the address exists no more.
    ///   - code: The peer's own code of the problem.
    public init(_ reply: WebReply, receipt: String? = nil, gone: Set<Int>, code: String? = nil) {
        let reason = DeliveryReason.answer(reply.status, code)
        switch reply.status {
        case 200..<300: self = .delivered(receipt: receipt)
        case let status where gone.contains(status): self = .gone(reason)
        // A 401 is about who sends, which may be fixed before the message is worth nothing any more.
        case 401, 408, 425, 429, 500...: self = .retry(after: reply.retryAfter, reason)
        default: self = .refused(reason)
        }
    }
}

/// Why something was not delivered; it holds no secret, token or address.
public enum DeliveryReason: Sendable, Equatable {
    /// The peer's status, with its own code of the problem.
    case status(Int, code: String?)
    /// There was no answer.
    case web(WebProblem)
    /// What was to be sent is not valid, with the part that is not.
    case invalid(String)
    /// The sender's own account or keys can't be used, with the reason.
    case account(String)
    /// A file can't be written, with the number of the system's error.
    case file(Int32)

    /// The peer's status, with its own code where that is one: peers put addresses into longer texts.
    public static func answer(_ status: Int, _ code: String?) -> DeliveryReason {
        let isCode = code.map {
            (1...64).contains($0.utf8.count)
                && $0.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x5F || byte == 0x2E
                }
        }
        return .status(status, code: isCode == true ? code : nil)
    }
}
