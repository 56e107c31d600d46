import TestSupport
import Testing

/// Whether the host that was built serves HTTP already; until then what is asked of it is skipped.
enum Serving {
    static let comment: Comment = "the host does not serve HTTP yet"

    @Sendable static func isThere() async throws -> Bool {
        let folder = try TestFolder.withDocument()
        return try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await host.expectLine(containing: "flagstand: ready").contains(" on http://")
        }
    }
}
