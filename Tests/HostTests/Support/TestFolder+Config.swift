import FeatureKit
import Foundation
import JSON
import TestSupport
import Testing

/// Asking the host that runs in a folder about its configuration.
extension TestFolder {
    /// The local socket of the host in this folder.
    var localSocket: Way { .localSocket(self["state"]) }

    /// Runs a command that asks it.
    func flagstand(_ words: String...) async throws -> (exit: HostProcess.Exit, output: String, errors: String) {
        var command = HostCommand(words + ["--state", "state"])
        command.folder = path
        return try await HostProcess.end(of: command)
    }

    /// The revision that counts.
    func revision() async throws -> Int {
        guard case .integer(let number)? = try await localSocket.get("/ops/v1/config").json()["revision"]?["revision"]
        else {
            throw CocoaError(.fileReadUnknown)
        }
        return Int(number)
    }

    /// What `/readyz` remarks on what counts; nil where all is well.
    func remark() async throws -> String? {
        let ready = try await localSocket.get("/readyz").json()
        guard case .text(let reason)? = ready["checks"]?["document"]?["reason"] else { return nil }
        return reason
    }

    /// The figures of a metric, as its lines have them, without its own name.
    func metric(_ name: String) async throws -> [String] {
        try await localSocket.get("/metrics").text.split(separator: "\n").filter { $0.hasPrefix(name) }
            .map { String($0.dropFirst(name.count)) }
    }
}
