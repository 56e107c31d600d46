import Dispatch
import HTTPServer
import HostRuntime
import TestSupport

@testable import HostHTTP

/// Runs a test with a server for a `Router`, at a socket in a folder of its own.
func withServer(_ front: Router, loops: Int = 1, _ body: (LocalSocket) async throws -> Void) async throws {
    let folder = try TestFolder()
    let place = ListenPlace.socket(path: folder[LocalSocket.name])
    let server = try HTTPServer(ServerOptions([place], loops: loops), responder: front)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(LocalSocket(state: folder.path))) } catch { result = .failure(error) }
        server.drain(within: .zero)
        try await group.waitForAll()
        try result.get()
    }
}

/// A stream of events that is read from a thread that may block.
final class EventStream: Sendable {
    private let reply: BlockingReply
    private let queue = DispatchQueue(label: "events")

    private struct BlockingReply: @unchecked Sendable {
        // Unchecked: only the queue uses it, one call after the other.
        let reply: HostReply
    }

    /// Asks for a stream, which has begun when this returns.
    init(_ localSocket: LocalSocket, _ path: String, fields: [(String, String)] = []) async throws {
        let queue = DispatchQueue(label: "ask")
        reply = try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result {
                        BlockingReply(reply: try localSocket.ask(ClientRequest("GET", path, fields: fields)))
                    })
            }
        }
    }

    /// The status.
    var status: Int { reply.reply.head.status }

    /// The next event; nil at the end.
    func next() async throws -> ServerEvent? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [reply] in continuation.resume(with: Result { try reply.reply.nextEvent() }) }
        }
    }
}
