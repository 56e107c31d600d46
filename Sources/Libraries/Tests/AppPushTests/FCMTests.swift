import Crypto
import Delivery
import FeatureKit
import PythonPeer
import Testing
import WebClient
import WebJSON

@testable import AppPush

/// Messages to a server that gives out tokens and answers as Google's documents say.
@Suite(.timeLimit(.minutes(1)), .enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
struct FCMTests {
    private static let now = APNsTests.now
    private static let token =
        #"{"body": "{\"access_token\": \"t0ken\", \"expires_in\": 3599, \"token_type\": \"Bearer\"}"}"#
    private static let sent = #"{"body": "{\"name\": \"projects/a/messages/1\"}"}"#

    private struct Missing: Error {}

    private func push(
        _ body: (
            FCM, _ answer: (String) async throws -> Void, _ next: () async throws -> Value, _ tokens: PythonPeer
        ) async throws -> Void
    ) async throws {
        try await PythonPeer.run("read_token.py") { tokens in
            _ = await tokens.line()
            let pem = try JSONText.value(of: Array(try #require(await tokens.line()).utf8))
            try await PythonPeer.run("web_server.py", "https") { server in
                let address = "https://localhost:\(try #require(await server.line()))"
                let account: Value = [
                    "type": "service_account", "project_id": "a", "private_key_id": "k", "private_key": pem,
                    "client_email": "b@a.example", "token_uri": .text(address + "/token"),
                ]
                let sender = WebSender(publicOnly: false)
                let certificates = await server.line()
                let push = try #require(
                    FCM(account: Secret(account.json), address: address, certificates: certificates, sender: sender))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await sender.run() }
                    try await body(
                        push, { _ = try await server.tell($0) },
                        { try JSONText.value(of: Array(try #require(await server.line()).utf8)) }, tokens)
                    group.cancelAll()
                }
            }
        }
    }

    @Test func aMessageIsSentAsGoogleExpectsIt() async throws {
        try await push { push, answer, next, tokens in
            try await answer(Self.token)
            try await answer(Self.sent)
            let outcome = await push.deliver(.short, to: "device", now: Self.now)
            #expect(outcome == .delivered(receipt: "projects/a/messages/1"))
            let (asked, sent) = (try await next(), try await next())
            guard case .text(let form)? = asked["body"], case .text(let message)? = sent["body"] else {
                throw Missing()
            }
            let parts = String(decoding: try #require(Hex.bytes(form)), as: UTF8.self).split(separator: "&assertion=")
            #expect(parts[0] == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer")
            let read = try JSONText.value(of: Array(try #require(try await tokens.tell("RS256 \(parts[1])")).utf8))
            guard case .list(let halves) = read else { throw Missing() }
            #expect(halves[0] == ["alg": "RS256", "typ": "JWT", "kid": "k"])
            #expect(halves[1]["iss"] == "b@a.example" && halves[1]["exp"] == .integer(Self.now.seconds + 3_600))
            #expect(sent["path"] == "/v1/projects/a/messages:send")
            #expect(sent["fields"]?["authorization"] == "Bearer t0ken")
            #expect(
                try JSONText.value(of: try #require(Hex.bytes(message))) == [
                    "message": [
                        "token": "device", "notification": ["title": "Bandera roja", "body": "Permanece en tu sitio"],
                        "data": ["zone": "3"],
                        "android": [
                            "priority": "HIGH", "ttl": "3600s", "collapse_key": "flag", "notification": ["tag": "flag"],
                        ],
                    ]
                ])
            var silent = AppMessage.short
            silent.isSilent = true
            _ = await push.deliver(silent, to: "device", now: Self.now)
            guard case .text(let taken)? = try await next()["body"] else { throw Missing() }
            #expect(
                try JSONText.value(of: try #require(Hex.bytes(taken))) == [
                    "message": [
                        "token": "device", "data": ["zone": "3"],
                        "android": ["priority": "HIGH", "ttl": "3600s", "collapse_key": "flag"],
                    ]
                ])
        }
    }

    /// Many at once ask for one token, which is kept until a minute before its end, and given up where it is refused.
    @Test func oneTokenServesAll() async throws {
        try await push { push, answer, next, _ in
            func paths(_ count: Int) async throws -> [Value?] {
                var paths: [Value?] = []
                for _ in 0..<count { paths.append(try await next()["path"]) }
                return paths
            }
            try await answer(Self.token)
            await withTaskGroup(of: DeliveryOutcome.self) { group in
                for _ in 1...20 { group.addTask { await push.deliver(.short, to: "device", now: Self.now) } }
                for await outcome in group { #expect(outcome == .delivered(receipt: nil)) }
            }
            #expect(try await paths(21).filter { $0 == "/token" }.count == 1)
            for (seconds, asks) in [(3_538, false), (3_540, true)] {
                if asks { try await answer(Self.token) }
                let outcome = await push.deliver(.short, to: "device", now: Self.now.advanced(by: .seconds(seconds)))
                #expect(outcome == .delivered(receipt: nil))
                #expect(try await paths(asks ? 2 : 1).contains("/token") == asks)
            }
            let later = Self.now.advanced(by: .seconds(3_541))
            try await answer(#"{"status": 401, "body": "{\"error\": {\"status\": \"UNAUTHENTICATED\"}}"}"#)
            let refused = await push.deliver(.short, to: "device", now: later)
            #expect(refused == .retry(after: .zero, .status(401, code: "UNAUTHENTICATED")))
            #expect(try await paths(1) == ["/v1/projects/a/messages:send"])
            try await answer(#"{"status": 400, "body": "{\"error\": \"invalid_grant\"}"}"#)
            let outcome = await push.deliver(.short, to: "device", now: later)
            #expect(outcome == .retry(after: nil, .status(400, code: "invalid_grant")))
        }
    }

    static let answers: [(String, DeliveryOutcome)] = [
        (
            #"{"status": 404, "body": "{\"error\": {\"status\": \"NOT_FOUND\", \"details\": [{\"errorCode\": \"UNREGISTERED\"}]}}"}"#,
            .gone(.status(404, code: "UNREGISTERED"))
        ),
        (
            #"{"status": 403, "body": "{\"error\": {\"details\": [{}, {\"errorCode\": \"SENDER_ID_MISMATCH\"}]}}"}"#,
            .gone(.status(403, code: "SENDER_ID_MISMATCH"))
        ),
        (
            #"{"status": 403, "body": "{\"error\": {\"status\": \"PERMISSION_DENIED\"}}"}"#,
            .retry(after: nil, .status(403, code: "PERMISSION_DENIED"))
        ),
        (
            #"{"status": 400, "body": "{\"error\": {\"status\": \"INVALID_ARGUMENT\"}}"}"#,
            .refused(.status(400, code: "INVALID_ARGUMENT"))
        ),
        (
            #"{"status": 429, "fields": {"retry-after": "60"}, "body": "{\"error\": {\"status\": \"QUOTA_EXCEEDED\"}}"}"#,
            .retry(after: .seconds(60), .status(429, code: "QUOTA_EXCEEDED"))
        ),
        (
            #"{"status": 503, "fields": {"retry-after": "9"}, "body": "no JSON"}"#,
            .retry(after: .seconds(9), .status(503, code: nil))
        ),
    ]

    @Test func whatGoogleAnswersIsUnderstood() async throws {
        try await push { push, answer, next, _ in
            try await answer(Self.token)
            for (words, expected) in Self.answers {
                try await answer(words)
                #expect(await push.deliver(.short, to: "device", now: Self.now) == expected)
                var path = try await next()["path"]
                if path == "/token" { path = try await next()["path"] }
                #expect(path == "/v1/projects/a/messages:send")
            }
        }
    }

    @Test func whatIsNoAccountIsRefused() {
        let sender = WebSender(publicOnly: false)
        for text in [
            "", "{}", #"{"project_id": "a", "token_uri": "https://b", "client_email": "c", "private_key": "d"}"#,
        ] {
            #expect(FCM(account: Secret(text), sender: sender) == nil)
        }
    }
}
