import Crypto
import Delivery
import FeatureKit
import PythonPeer
import Testing
import WebClient
import WebJSON

@testable import Mail

/// Mails to a real server, which refuses those whose recipients are called so.
@Suite(.timeLimit(.minutes(1)), .enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
struct SMTPMailTests {
    private func serve(
        _ kind: String,
        _ body: (_ server: SMTPServer, _ sender: SMTPSender, _ next: () async throws -> Value) async throws -> Void
    ) async throws {
        try await PythonPeer.run("mail_server.py", kind) { peer in
            let port = try #require(await peer.line())
            var server = SMTPServer("\(kind == "smtps" ? "smtps" : "smtp")://localhost:\(port)")
            server.certificates = await peer.line()
            if kind != "plain" { (server.user, server.password) = ("ada", Secret("lovelace")) }
            let sender = SMTPSender()
            try await withThrowingTaskGroup(of: Void.self) { [server] group in
                group.addTask { try await sender.run() }
                try await body(server, sender) { try JSONText.value(of: Array(try #require(await peer.line()).utf8)) }
                group.cancelAll()
            }
        }
    }

    private func mail(to name: String = "ada") -> MailMessage {
        var mail = MailMessage.full
        mail.to = MailAddress("\(name)@example.org")
        return mail
    }

    /// Several by one connection, encrypted and signed in.
    @Test(arguments: ["starttls", "smtps"]) func mailsAreDelivered(kind: String) async throws {
        try await serve(kind) { server, sender, next in
            let mails = SMTPMail(by: server, sender: sender)
            var connections: [Value?] = []
            for _ in 1...3 {
                #expect(await mails.deliver(mail()) == .delivered(receipt: "Queued as 17"))
                let seen = try await next()
                #expect(seen["bytes"] == .text(Hex.text(try mail().bytes())))
                #expect(seen["from"] == "noreply@circuit.example" && seen["to"] == ["ada@example.org"])
                #expect(seen["encrypted"] == true && seen["signed in"] == true)
                connections.append(seen["connection"])
            }
            #expect(connections.allSatisfy { $0 == connections[0] })
        }
    }

    @Test func whatAServerSaysIsUnderstood() async throws {
        let rows: [(String, DeliveryOutcome)] = [
            ("greylisted", .retry(after: nil, .status(451, code: "4.7.1"))),
            ("unknown", .gone(.status(550, code: "5.1.1"))), ("full", .retry(after: nil, .status(452, code: "4.2.2"))),
            ("policy", .refused(.status(550, code: "5.7.1"))), ("old", .refused(.status(550, code: nil))),
            ("closing", .retry(after: nil, .status(421, code: "4.3.2"))),
            ("spam", .refused(.status(554, code: "5.7.1"))), ("busy", .retry(after: nil, .status(451, code: "4.3.0"))),
            ("ada", .delivered(receipt: "Queued as 17")),
        ]
        try await serve("plain") { server, sender, _ in
            var server = server
            server.startTLS = .optional
            let mails = SMTPMail(by: server, sender: sender)
            for (name, expected) in rows {
                let outcome = await mails.deliver(mail(to: name))
                #expect(outcome == expected, "\(name)")
            }
            #expect(await mails.deliver(mail(to: "a b")) == .refused(.invalid("recipient")))
        }
    }

    @Test func aMailThatAServerTakesSlowlyHoldsUpNoOther() async throws {
        try await serve("plain") { server, sender, _ in
            var server = server
            server.startTLS = .none
            let mails = SMTPMail(by: server, sender: sender)
            // The server says nothing of the first one before it has the second one.
            async let held = mails.deliver(mail(to: "held"))
            async let other = mails.deliver(mail(to: "ada"))
            #expect(await [held, other] == [.delivered(receipt: "Queued as 17"), .delivered(receipt: "Queued as 17")])
        }
    }

    /// No mail is lost by a wrong password, and none goes in the clear where it must not.
    @Test func mailsWaitUntilTheAccountIsFixed() async throws {
        try await serve("starttls") { server, sender, _ in
            var server = server
            server.password = Secret("wrong")
            let outcome = await SMTPMail(by: server, sender: sender).deliver(mail())
            #expect(outcome == .retry(after: nil, .status(535, code: "5.7.8")))
        }
        try await serve("plain") { server, sender, _ in
            for (startTLS, password) in [(SMTPServer.STARTTLS.required, nil), (.optional, Secret("lovelace"))] {
                var server = server
                (server.startTLS, server.user, server.password) = (startTLS, password.map { _ in "ada" }, password)
                let outcome = await SMTPMail(by: server, sender: sender).deliver(mail())
                #expect(outcome == .retry(after: nil, .web(WebProblem(.notReached("Requested SSL level failed")))))
            }
        }
    }

    @Test func aServerThatIsNotThereIsAskedAgain() async throws {
        try await serve("plain") { _, sender, _ in
            let outcome = await SMTPMail(by: SMTPServer("smtp://127.0.0.1:1"), sender: sender).deliver(mail())
            #expect(outcome == .retry(after: nil, .web(WebProblem(.notReached("Couldn't connect to server")))))
        }
    }
}
