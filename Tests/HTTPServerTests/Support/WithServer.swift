import HostSystem
import Testing

@testable import HTTPServer

/// A server that runs for as long as a test's body.
struct RunningServer {
    let server: HTTPServer

    /// Connects to the first place.
    func connect(room: Int32? = nil, from source: String? = nil) throws -> Client {
        try Client(server.addresses[0], room: room, from: source)
    }

    /// What one connection sends and gets back until it ends.
    func talk(_ text: String) async throws -> [Answer] {
        let client = try connect()
        try client.send(text)
        return try await client.answers()
    }
}

/// Runs a server, then drains it at once.
func withServer(
    _ responder: any Responder = ScriptedResponder.echo, on places: [ListenPlace] = [.address("127.0.0.1", port: 0)],
    loops: Int = 1, tls: TLSKeeper? = nil, _ change: (inout ServerLimits) -> Void = { _ in },
    _ body: (RunningServer) async throws -> Void
) async throws {
    var limits = ServerLimits()
    // A test whose turn comes late on a busy machine is no slow client; those about limits set their own.
    limits.headTime = Client.limit
    limits.bodyPause = Client.limit
    change(&limits)
    let server = try HTTPServer(
        ServerOptions(places, loops: loops, name: "test", limits: limits, tls: tls), responder: responder)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        defer { server.drain(within: .zero) }
        try await body(RunningServer(server: server))
    }
}

/// Waits until something is so; each look gives others their turn.
func eventually(
    _ what: String, at location: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
) async {
    let clock = ContinuousClock()
    let end = clock.now + Client.limit
    while !isSo() {
        guard clock.now < end else {
            Issue.record("it never came about that \(what)", sourceLocation: location)
            return
        }
        await Task.yield()
    }
}
