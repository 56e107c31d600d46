@_spi(Hosting) import FeatureKit
import HostRuntime
import JSON
import TestSupport
import Testing

@testable import HTTPServer
@testable import HostHTTP

/// A route whose request has one field of media takes the raw body as that field.
@Suite(.timeLimit(.minutes(1))) struct MediaBodyTests {
    private static let picture = "/api/v1/bars/bars/pepita/picture"
    private static let png: [(String, String)] = [("Content-Type", "image/png")]

    private func ask(
        _ front: TestFront, _ method: Method = .put, _ target: String = picture,
        _ fields: [(String, String)] = png, _ body: [UInt8]
    ) async throws -> Response {
        try await front.send(Request(method, target, fields: fields, body: body)).response()
    }

    private func seen(_ response: Response) throws -> Seen {
        #expect(response.status == .ok, "\(response.text)")
        return try Value(json: response.body).decoded(as: Seen.self)
    }

    private func errors(_ response: Response) throws -> [String] {
        guard case .list(let errors)? = try Value(json: response.body)["errors"] else { return [] }
        return errors.map { error in
            ["in", "path", "message"].map { name in
                if case .text(let text)? = error[name] { text } else { "?" }
            }.joined(separator: " ")
        }
    }

    @Test(arguments: [0, 1, 100_000, PictureQuestion.most])
    func `the body is the field of media, path and query hold the others`(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withFront { front in
            let fields = [("Content-Type", " Image/PNG ; charset=utf-8")]
            let response = try await ask(front, .put, Self.picture + "?width=300", fields, bytes)
            let wanted = Seen(Media(type: "image/png", bytes: bytes), bar: "pepita", width: 300)
            #expect(try seen(response) == wanted)
        }
    }

    @Test func `a body that looks like JSON is bytes as well`() async throws {
        try await withFront { front in
            let bytes = Array(#"{"type":"image/png","base64":""}"#.utf8)
            let answer = try await seen(ask(front, .put, Self.picture, [("Content-Type", "application/json")], bytes))
            #expect(answer == Seen(Media(type: "application/json", bytes: bytes), bar: "pepita", width: 80))
        }
    }

    @Test func `a body that is one byte too large is refused`() async throws {
        try await withFront { front in
            let response = try await ask(
                front, .put, Self.picture, Self.png, [UInt8](repeating: 0, count: PictureQuestion.most + 1))
            #expect(response.status == Status(413))
            #expect(response.text.contains("the body is larger than 5242880 bytes, the most that is taken here"))
            let small = try await ask(front, .post, "/api/v1/bars/icon", Self.png, [UInt8](repeating: 0, count: 11))
            #expect(small.text.contains("the body is larger than 10 bytes, the most that is taken here"))
        }
    }

    @Test(arguments: [
        [], [("Content-Type", "")], [("Content-Type", "png")], [("Content-Type", "image/")],
        [("Content-Type", "image/p ng")], [("Content-Type", "/png; a=b")],
        [("Content-Type", "a/" + String(repeating: "b", count: 254))],
        [("Content-Type", "image/png"), ("Content-Type", "image/webp")],
    ])
    func `a body without a content type is refused`(fields: [(String, String)]) async throws {
        try await withFront { front in
            let response = try await ask(front, .put, Self.picture, fields, [1, 2, 3])
            #expect(response.status == Status(415))
            let words = "the body is sent as it is and must say what it is, as in Content-Type: image/png"
            #expect(try Value(json: response.body)["detail"] == .text(words))
        }
    }

    @Test func `an optional field is absent if no body is sent`() async throws {
        try await withFront { front in
            let path = "/api/v1/bars/icon"
            try #expect(await seen(ask(front, .post, path, [], [])) == Seen(nil))
            try #expect(await seen(ask(front, .post, path, Self.png, [])).count == 0)
            try #expect(await seen(ask(front, .post, path, Self.png, Array(0..<10))).count == 10)
            try #expect(await ask(front, .post, path, [], [1]).status == Status(415))
        }
    }

    @Test func `all errors are reported at once`() async throws {
        try await withFront { front in
            let response = try await ask(
                front, .put, Self.picture + "?width=0&widht=5&picture=x&bar=other&width=3", [], [])
            #expect(response.status == .badRequest)
            #expect(
                Set(try errors(response)) == [
                    "body picture must be there: its bytes as the body, with their Content-Type",
                    "query bar stands in the path already, as \"pepita\"",
                    "query width comes 2 times; it stands for one thing",
                    "query width must be between 1 and 500, not 0",
                    "query widht unknown key \"widht\"; did you mean \"width\"?",
                    "query picture unknown key \"picture\"",
                ])
        }
    }

    @Test func `a call by name sends base64`() async throws {
        try await withFront { front in
            func call(_ wording: Router.Wording) async throws -> Response {
                let exchange = TestExchange()
                let request = Request(.post, "/ops/v1/call/bars.picture")
                front.router.ask(
                    "bars.picture", wording, as: Caller(origin: .cli),
                    for: RequestContext(request, exchange, path: [:], trace: TraceContext(high: 7, low: 9)))
                return try await exchange.response()
            }
            let flag = Seen(Media(type: "a/b", bytes: Array("flag".utf8)), bar: "x", width: 80)
            let media: Value = ["type": "a/b", "base64": "ZmxhZw=="]
            try #expect(await seen(call(.value(["bar": "x", "picture": media]))) == flag)
            let texts = [TargetQuery.Pair("bar", "x"), TargetQuery.Pair("picture", media.json)]
            try #expect(await seen(call(.arguments(texts))) == flag)
            let none = try await call(.value(["bar": "x", "picture": ["type": "a/b", "base64": "?"]]))
            #expect(none.status == .badRequest)
        }
    }

    // MARK: - Before the body is read

    private func admission(_ front: TestFront, _ target: String, _ method: Method, _ fields: [(String, String)])
        -> String
    {
        switch front.router.admit(Request(method, target, fields: fields)) {
        case .body(let most): "\(most)"
        case .refuse(let refused): "\(refused.response.status.code)"
        }
    }

    @Test func `no more is read than a route takes, and nothing if the caller may not call it`() async throws {
        try await withFront(authenticator: TokenTests.Names()) { front in
            func length(_ count: Int) -> [(String, String)] { [("Content-Length", "\(count)")] }
            let ada = [("Authorization", "Bearer ada")]
            let vault = "/api/v1/bars/vault"
            #expect(admission(front, Self.picture, .put, length(PictureQuestion.most)) == "5242880")
            #expect(admission(front, Self.picture, .put, length(PictureQuestion.most + 1)) == "413")
            #expect(admission(front, Self.picture, .post, length(2 << 20)) == "413")
            #expect(admission(front, "/api/v1/bars/icon", .post, length(2 << 20)) == "413")
            #expect(admission(front, vault, .patch, length(64 << 20)) == "401")
            #expect(admission(front, vault, .patch, length(64 << 20) + [("Authorization", "Bearer eve")]) == "401")
            #expect(admission(front, vault, .patch, length(64 << 20) + ada) == "67108864")
            #expect(admission(front, vault, .patch, length(64 << 20 + 1) + ada) == "413")
            // If the route is hidden from the caller, a large body is too large, as at any missing path.
            GateTests.open(front, to: "ES")
            #expect(admission(front, Self.picture, .put, length(PictureQuestion.most)) == "413")
            let country = length(PictureQuestion.most) + [("X-Country", "ES")]
            #expect(admission(front, Self.picture, .put, country) == "5242880")
            #expect(admission(front, "/none", .put, length(PictureQuestion.most)) == "413")
        }
    }

    // MARK: - Over a socket

    /// Sends pieces of a request one after the other and reads all that comes back; the last piece must be the last
    /// thing that the server waits for.
    private func send(_ pieces: [[UInt8]], to path: String) async throws -> String {
        let client = try LineClient(path)
        return try await client.exchange(pieces)
    }

    private static let head = Array(
        ("PUT \(picture)?width=7 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: image/png\r\n").utf8)

    private static func chunked(_ bytes: [UInt8], by size: Int) -> [[UInt8]] {
        [head + Array("Transfer-Encoding: chunked\r\n\r\n".utf8)]
            + stride(from: 0, to: bytes.count, by: size).map { start in
                let chunk = bytes[start..<min(start + size, bytes.count)]
                return Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
            } + [Array("0\r\n\r\n".utf8)]
    }

    @Test func `bodies come in chunks, byte by byte, and after 100 Continue`() async throws {
        try await withFront { front in
            try await withServer(front.router) { localSocket in
                let bytes = (0..<PictureQuestion.most).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
                let digest = SHA256.hexDigest(of: bytes)
                let whole = try await send(
                    Self.chunked(bytes, by: 100_000), to: "\(localSocket.state)/\(LocalSocket.name)")
                #expect(whole.hasPrefix("HTTP/1.1 200 OK\r\n") && whole.contains(digest))
                let more = try await send(
                    Self.chunked(bytes + [0], by: 1 << 20), to: "\(localSocket.state)/\(LocalSocket.name)")
                #expect(more.hasPrefix("HTTP/1.1 413 "))
                #expect(more.contains("the body is larger than 5242880 bytes, the most that is taken here"))

                let length = Array("Content-Length: 3000\r\n\r\n".utf8)
                let drops = bytes.prefix(3000).map { [$0] }
                let slow = try await send([Self.head + length] + drops, to: "\(localSocket.state)/\(LocalSocket.name)")
                #expect(slow.contains(SHA256.hexDigest(of: Array(bytes.prefix(3000)))))

                func expecting(_ count: Int) -> [UInt8] {
                    Self.head + Array("Expect: 100-continue\r\nContent-Length: \(count)\r\n\r\n".utf8)
                }
                let asked = try await send(
                    [expecting(bytes.count), bytes], to: "\(localSocket.state)/\(LocalSocket.name)")
                #expect(asked.contains("HTTP/1.1 200 OK\r\n") && asked.contains(digest))
                let unwanted = try await send(
                    [expecting(bytes.count + 1)], to: "\(localSocket.state)/\(LocalSocket.name)")
                #expect(unwanted.hasPrefix("HTTP/1.1 413 "))
            }
        }
    }
}
