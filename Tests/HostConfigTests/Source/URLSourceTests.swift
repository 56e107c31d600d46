@_spi(Hosting) import FeatureKit
import HTTPServer
import HostSystem
import Testing
import WebClient

@testable import HostConfig

/// Documents at addresses, asked of a server of our own.
@Suite(.timeLimit(.minutes(5))) struct URLSourceTests {
    @Test func `a document comes with its tag and its type`() async throws {
        try await withFlagServer { address in
            let answer = try await source(address + "/flags").answer(knowing: nil)
            #expect(
                answer
                    == .document(WebDocument(bytes: Array("flags: {}".utf8), tag: "\"1\"", contentType: "text/yaml")))
        }
    }

    @Test func `what is known is not sent again`() async throws {
        try await withFlagServer { address in
            let answer = try await source(address + "/flags").answer(knowing: "\"1\"")
            #expect(answer == .unchanged)
        }
    }

    @Test func `an address may point elsewhere`() async throws {
        try await withFlagServer { address in
            let answer = try await source(address + "/moved").answer(knowing: nil)
            guard case .document(let document) = answer else {
                Issue.record("\(answer)")
                return
            }
            // What the redirect said of itself is forgotten.
            #expect(document.tag == "\"1\"")
        }
    }

    @Test(arguments: [
        ("/broken", "the server answers 500"), ("/nothing", "the server answers 404"),
        ("/circle", "points elsewhere more than 5 times"),
        ("/huge", "is larger than 8 MiB, the most that is read"), ("/silent", "took longer than 300ms"),
        ("/file", "cannot be reached: Unsupported protocol"),
    ])
    func `what goes wrong is told in words`(path: String, expected: String) async throws {
        try await withFlagServer { address in
            let timeout: Duration = path == "/silent" ? .milliseconds(300) : .seconds(120)
            let source = URLSource(address: address + path, timeout: timeout)
            #expect(await told(by: source) == expected)
        }
    }

    @Test func `nobody listens`() async throws {
        #expect(await told(by: source("http://127.0.0.1:1/flags")) == "cannot be reached: Couldn't connect to server")
    }

    @Test func `a cancelled task gives up`() async throws {
        try await withFlagServer { address in
            let source = source(address + "/silent")
            await withTaskGroup(of: String.self) { group in
                group.addTask { await told(by: source) }
                group.cancelAll()
                for await told in group { #expect(told == "was given up because the host stops") }
            }
        }
    }

    private func told(by source: URLSource) async -> String {
        do throws(WebProblem) {
            return "\(try await source.answer(knowing: nil))"
        } catch { return error.description }
    }

    private func source(_ address: String) -> URLSource { URLSource(address: address, timeout: .seconds(120)) }

    /// Runs a server with documents good and bad.
    private func withFlagServer(_ body: (String) async throws -> Void) async throws {
        let server = try HTTPServer(
            ServerOptions([.address("127.0.0.1", port: 0)], loops: 1, name: "flags"), responder: FlagResponder())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            defer { server.drain(within: .zero) }
            try await body("http://\(server.addresses[0])")
        }
    }
}

/// A server of flags that also misbehaves.
private final class FlagResponder: Responder {
    /// Questions that are never answered, which would be answered at once if nobody held them.
    private let open = Lock<[any Exchange]>([])

    func admit(_ request: Request) -> Admission { .body(upTo: 0) }

    func respond(to request: Request, via exchange: any Exchange) {
        switch request.path {
        case "/flags":
            if request["if-none-match"] == "\"1\"" {
                exchange.answer(Response(.notModified, ["ETag": "\"1\""]))
            } else {
                exchange.answer(
                    Response(.ok, ["ETag": "\"1\"", "Content-Type": "text/yaml"], body: Array("flags: {}".utf8)))
            }
        case "/moved": exchange.answer(Response(Status(302), ["Location": "/flags", "ETag": "\"old\""]))
        case "/circle": exchange.answer(Response(Status(302), ["Location": "/circle"]))
        case "/file": exchange.answer(Response(Status(302), ["Location": "file:///etc/passwd"]))
        case "/broken": exchange.answer(Response(.internalServerError))
        case "/huge":
            exchange.answer(Response(.ok, body: Array(repeating: 0x20, count: ReadingLimits.standard.bytes + 1)))
        case "/silent": open.withLock { $0.append(exchange) }
        default: exchange.answer(Response(.notFound))
        }
    }

    func overdue(_ request: Request) -> Response { Response(.gatewayTimeout) }

    func finished(_ record: ExchangeRecord) {}
}
