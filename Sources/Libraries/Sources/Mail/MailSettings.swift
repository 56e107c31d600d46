public import Delivery
public import FeatureKit
public import Files
public import WebClient

/// How mails are sent.
@Record public struct MailSettings: Equatable {
    /// Whether a server without TLS is accepted.
    public enum Encryption: String, CaseIterable, Shaped { case required, possible, none }

    /// The sender's address.
    @Text(3...254) public var from = "circuit@circuit.example"
    /// The sender's name.
    @Text(1...100) public var name: String?
    /// The mail server, such as smtp://mail.circuit.example:587 or smtps://…; without it mails are written to the folder.
    @Text(8...255) public var server: String?
    /// Whether STARTTLS is required.
    public var encryption: Encryption = .required
    /// The user at the server.
    @Text(1...255) public var user: String?
    /// The user's password.
    public var password: Secret?
    /// The folder that mails are written to as .eml files where there is no server.
    public var folder: FilePath = "mails"

    /// What is wrong, by the field.
    public var problems: [(field: String, sentence: String)] {
        var problems: [(field: String, sentence: String)] = []
        if !MailAddress(from).isValid { problems.append(("from", "\"\(from)\" is no mail address")) }
        if let server, !server.hasPrefix("smtp://"), !server.hasPrefix("smtps://") {
            problems.append(("server", "must begin with smtp:// or smtps://"))
        }
        if password != nil, user == nil { problems.append(("password", "needs a user")) }
        return problems
    }

    /// What sends mails so.
    public func mailer(by sender: SMTPSender) -> @Sendable (MailMessage) async -> DeliveryOutcome {
        guard let address = server else { return MailFolder(folder.text).deliver }
        var server = SMTPServer(address)
        (server.user, server.password) = (user, password)
        server.startTLS = [.possible: .optional, .none: .none][encryption] ?? .required
        return SMTPMail(by: server, sender: sender).deliver
    }

    /// The part of message ids behind the @.
    public var domain: String { String(from.drop { $0 != "@" }.dropFirst()) }
}
