public import Delivery
public import WebClient

/// Sends mails by a mail server.
public struct SMTPMail: Sendable {
    /// The codes that say that there is no such mailbox, and never will be (RFC 3463).
    private static let goneCodes: Set<String> = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]
    private static let longestReceipt = 200

    private let server: SMTPServer
    private let sender: SMTPSender

    /// Mails by a server; the sender keeps connections to it from one mail to the next.
    public init(by server: SMTPServer, sender: SMTPSender) { (self.server, self.sender) = (server, sender) }

    /// Sends a mail once.
    public func deliver(_ message: MailMessage) async -> DeliveryOutcome {
        let bytes: [UInt8]
        do throws(MailMessage.Problem) { bytes = try message.bytes() } catch { return .refused(.invalid(error.part)) }
        do throws(WebProblem) {
            let reply = try await sender.reply(
                to: bytes, from: message.from.address, to: message.to.address, by: server)
            return Self.outcome(reply)
        } catch { return DeliveryOutcome(error) }
    }

    /// What a server's last word means.
    static func outcome(_ reply: SMTPReply) -> DeliveryOutcome {
        let reason = DeliveryReason.answer(reply.code, reply.enhancedCode)
        if reply.code < 400 { return .delivered(receipt: String(reply.words.prefix(longestReceipt))) }
        // It is not the mail's fault, and an operator may fix it. Of greylisting and full mailboxes time takes care.
        if reply.isSignInRefused || reply.code < 500 { return .retry(after: nil, reason) }
        return goneCodes.contains(reply.enhancedCode ?? "") ? .gone(reason) : .refused(reason)
    }
}
