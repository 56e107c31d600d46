import TestSupport
import Testing

/// Whether the host that was built answers at a path of its own already; until then what is asked there is skipped.
enum Answering {
    static let comment: Comment = "the host does not answer there yet"

    static func isThere(_ path: String) async throws -> Bool {
        let folder = try TestFolder.withDocument()
        return try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            return try await Way.door(folder["state"]).get(path).status == 200
        }
    }
}
