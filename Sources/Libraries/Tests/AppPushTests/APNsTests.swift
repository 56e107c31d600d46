import Crypto
import Delivery
import FeatureKit
import OpenSSLKeys
import PythonPeer
import Testing
import WebClient
import WebJSON

@testable import AppPush

extension AppMessage {
    static var short: AppMessage {
        var message = AppMessage(
            title: "Bandera roja", body: "Permanece en tu sitio",
            expires: Timestamp(nanoseconds: 1_795_611_062_000_000_000))
        (message.data, message.collapseKey, message.isUrgent) = (["zone": "3"], "flag", true)
        return message
    }
}

/// Messages to a server of HTTP/2 that answers as Apple's documents say.
@Suite(.timeLimit(.minutes(1)), .enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
struct APNsTests {
    static let now = Timestamp(nanoseconds: 1_795_607_462_000_000_000)
    private static let id = "123e4567-e89b-12d3-a456-42665544000a"
    private static let device = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    private func push(
        _ body: (APNs, _ server: PythonPeer, _ tokens: PythonPeer) async throws -> Void
    ) async throws {
        try await PythonPeer.run("read_token.py") { tokens in
            guard case .text(let pem) = try JSONText.value(of: Array(try #require(await tokens.line()).utf8)) else {
                return
            }
            _ = await tokens.line()
            try await PythonPeer.run("web_server.py", "https") { server in
                var account = APNs.Account(
                    keyID: "ABC123DEFG", teamID: "DEF123GHIJ", key: Secret(pem), topic: "org.a.app")
                account.address = "https://localhost:\(try #require(await server.line()))"
                account.certificates = await server.line()
                let sender = WebSender(publicOnly: false)
                let push = try #require(APNs(account, sender: sender))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await sender.run() }
                    try await body(push, server, tokens)
                    group.cancelAll()
                }
            }
        }
    }

    @Test func aMessageIsSentAsAppleExpectsIt() async throws {
        try await push { push, server, tokens in
            try await server.tell(#"{"status": 200, "fields": {"apns-id": "\#(Self.id)"}}"#)
            let outcome = await push.deliver(.short, to: Self.device, id: Self.id, now: Self.now)
            #expect(outcome == .delivered(receipt: Self.id))
            let seen = try JSONText.value(of: Array(try #require(await server.line()).utf8))
            #expect(
                seen["version"] == "2" && seen["method"] == "POST" && seen["path"] == .text("/3/device/\(Self.device)"))
            let fields: [(String, String)] = [
                ("apns-topic", "org.a.app"), ("apns-push-type", "alert"), ("apns-priority", "10"),
                ("apns-expiration", "1795611062"), ("apns-collapse-id", "flag"), ("apns-id", Self.id),
            ]
            for (name, value) in fields { #expect(seen["fields"]?[name] == .text(value)) }
            guard case .text(let hex)? = seen["body"], case .text(let bearer)? = seen["fields"]?["authorization"] else {
                throw Missing()
            }
            #expect(
                try JSONText.value(of: try #require(Hex.bytes(hex))) == [
                    "zone": "3",
                    "aps": ["alert": ["title": "Bandera roja", "body": "Permanece en tu sitio"], "sound": "default"],
                ])
            let read = try await tokens.tell("ES256 \(bearer.dropFirst("Bearer ".count))")
            #expect(
                read == #"[{"alg": "ES256", "kid": "ABC123DEFG"}, {"iss": "DEF123GHIJ", "iat": 1795607462}]"#)
        }
    }

    @Test func whatShowsNothingIsSentInTheBackground() async throws {
        try await push { push, server, _ in
            var message = AppMessage.short
            message.isSilent = true
            _ = await push.deliver(message, to: Self.device, id: Self.id, now: Self.now)
            let seen = try JSONText.value(of: Array(try #require(await server.line()).utf8))
            #expect(seen["fields"]?["apns-push-type"] == "background" && seen["fields"]?["apns-priority"] == "5")
            guard case .text(let hex)? = seen["body"] else { throw Missing() }
            #expect(
                try JSONText.value(of: try #require(Hex.bytes(hex))) == ["zone": "3", "aps": ["content-available": 1]])
        }
    }

    private struct Missing: Error {}

    static let answers: [(status: Int, reason: String, outcome: DeliveryOutcome)] = [
        (400, "BadDeviceToken", .gone(.status(400, code: "BadDeviceToken"))),
        (410, "Unregistered", .gone(.status(410, code: "Unregistered"))),
        (400, "DeviceTokenNotForTopic", .gone(.status(400, code: "DeviceTokenNotForTopic"))),
        (413, "PayloadTooLarge", .refused(.status(413, code: "PayloadTooLarge"))),
        (400, "BadTopic", .refused(.status(400, code: "BadTopic"))),
        (403, "InvalidProviderToken", .retry(after: nil, .status(403, code: "InvalidProviderToken"))),
        (429, "TooManyRequests", .retry(after: nil, .status(429, code: "TooManyRequests"))),
        (500, "InternalServerError", .retry(after: nil, .status(500, code: "InternalServerError"))),
        (503, "Shutdown", .retry(after: nil, .status(503, code: "Shutdown"))),
    ]

    @Test func whatAppleAnswersIsUnderstood() async throws {
        try await push { push, server, _ in
            for (status, reason, expected) in Self.answers {
                try await server.tell(#"{"status": \#(status), "body": "{\"reason\": \"\#(reason)\"}"}"#)
                let outcome = await push.deliver(.short, to: Self.device, id: Self.id, now: Self.now)
                #expect(outcome == expected)
                _ = await server.line()
            }
            let invalid = await push.deliver(.short, to: "../../x", id: Self.id, now: Self.now)
            #expect(invalid == .refused(.invalid("device token")))
            var long = AppMessage.short
            long.body = String(repeating: "a", count: 4_096)
            #expect(
                await push.deliver(long, to: Self.device, id: Self.id, now: Self.now)
                    == .refused(.invalid("length of the message")))
        }
    }

    /// A token that Apple calls expired is renewed at once, but not if it was just made.
    @Test func anExpiredTokenIsRenewed() async throws {
        try await push { push, server, _ in
            var bearers: [Value?] = []
            for (minutes, pause) in [(0, nil), (21, Duration.zero), (22, nil)] {
                try await server.tell(#"{"status": 403, "body": "{\"reason\": \"ExpiredProviderToken\"}"}"#)
                let outcome = await push.deliver(
                    .short, to: Self.device, id: Self.id, now: Self.now.advanced(by: .minutes(Int64(minutes))))
                #expect(outcome == .retry(after: pause, .status(403, code: "ExpiredProviderToken")))
                let seen = try JSONText.value(of: Array(try #require(await server.line()).utf8))
                bearers.append(seen["fields"]?["authorization"])
            }
            #expect(bearers[0] == bearers[1] && bearers[1] != bearers[2])
        }
    }

    @Test func aTokenIsKeptForFiftyMinutes() throws {
        let key = try #require(P256Key())
        var token = ProviderToken(key: key, keyID: "a", teamID: "b")
        let first = token.token(at: Self.now)
        #expect(first != nil && token.token(at: Self.now.advanced(by: .minutes(49))) == first)
        let renewed = token.token(at: Self.now.advanced(by: .minutes(50)))
        #expect(renewed != nil && renewed != first)
        // A clock that is set back may have made it in the future.
        #expect(token.token(at: Self.now) != renewed)
    }
}
