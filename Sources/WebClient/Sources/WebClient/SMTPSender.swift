internal import FeatureKit

/// Sends mails by several connections, which are kept from one mail to the next.
///
/// What is sent waits until `run` is called.
public final class SMTPSender: Sendable {
    /// Each has one connection to a server, and a thread: libcurl blocks it until the server has taken a mail.
    private let senders: [WebSender]
    /// How many mails each sender has.
    private let counts: Lock<[Int]>

    /// Makes a sender with so many connections.
    public init(connections: Int = 8) {
        senders = (0..<max(1, connections)).map { _ in WebSender(publicOnly: false) }
        counts = Lock(senders.map { _ in 0 })
    }

    /// Sends until the task is cancelled, once; what is still under way then ends as stopped.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sender in senders { group.addTask { try await sender.run() } }
            try await group.waitForAll()
        }
    }

    /// Sends a mail to one address; returns what the server said, good or bad.
    ///
    /// - Parameter message: The mail as RFC 5322 has it, its lines ended by CR and LF.
    public func reply(
        to message: [UInt8], from sender: String, to recipient: String, by server: SMTPServer
    ) async throws(WebProblem) -> SMTPReply {
        let index = counts.withLock { counts in
            let index = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[index] += 1
            return index
        }
        defer { counts.withLock { $0[index] -= 1 } }
        return try await senders[index].reply(to: message, from: sender, to: recipient, by: server)
    }
}
