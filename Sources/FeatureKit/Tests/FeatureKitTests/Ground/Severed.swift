@_spi(Hosting) @testable import FeatureKit
@_spi(Hosting) @testable import FeatureWire

/// Workers whose link is cut when a test says so, as if their process had died.
final class Severed: WorkerSource {
    struct Cut: Error, CustomStringConvertible { let description = "it trapped (signal 4, SIGILL)" }

    let cut = Signal()
    private let source: any WorkerSource
    private let change: @Sendable (WireMessage) -> [WireMessage]

    /// - Parameter change: What becomes of each message of the worker on its way.
    init(_ source: any WorkerSource, change: @escaping @Sendable (WireMessage) -> [WireMessage] = { [$0] }) {
        self.source = source
        self.change = change
    }

    func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws {
        let connection = Lock<(any WireConnection)?>(nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                try await source.run { (message) throws(WireError) in
                    // What a dead process has not sent never arrives.
                    guard !self.cut.isRaised else { return }
                    for changed in self.change(message) { try receive(changed) }
                } connected: { made in
                    connection.withLock { $0 = made }
                    connected(made)
                }
            }
            group.addTask { [cut] in
                await cut.wait()
                guard cut.isRaised else { return }
                throw Cut()
            }
            defer { connection.withLock { $0 }?.close() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
