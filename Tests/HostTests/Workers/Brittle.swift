import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// A venue with a feature that ends when it is told to, in a process of its own, and one that it listens to in the host.
struct Brittle {
    let folder: TestFolder
    static let mount = "/api/v1/brittle"

    init() throws {
        folder = try TestFolder()
        for name in ["Brittle", "Mood"] {
            let id = name.lowercased()
            try folder.addLibrary(of: name, to: "units/\(id)")
            try folder.copy(
                "\(Built.tree)/Tests/HostTests/Fixtures/Brittle/Sources/\(name)Feature/feature.yaml",
                to: "units/\(id)/feature.yaml")
        }
    }

    /// Saves a document in which the mood runs in the host and the brittle one has this section.
    func save(_ section: String = "{}", _ lines: String...) throws {
        try folder.write(
            "plugins.yaml",
            "features:\n  mood: {}\n  brittle: \(section)\nplugins: [units]\n" + lines.map { $0 + "\n" }.joined())
    }

    /// The host while it runs, and then told to stop; it leaves nothing behind.
    func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            try await body(host, tcp)
            let workers = ProcessTable.children(of: host.id)
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
            for worker in workers { #expect(!ProcessTable.isAlive(worker), "process \(worker) is left") }
        }
    }

    /// What it says of itself; nil while it does not answer.
    static func state(_ tcp: Way) async throws -> Value? {
        let answer = try await tcp.get("\(mount)/state")
        return answer.status == 200 ? try answer.json() : nil
    }

    /// The process that it runs in.
    static func process(_ tcp: Way) async throws -> pid_t {
        guard case .integer(let process)? = try #require(try await state(tcp))["process"] else {
            throw CocoaError(.fileReadUnknown)
        }
        return pid_t(process)
    }

    /// Tells it how to end.
    static func tell(_ tcp: Way, _ deed: String) async throws -> Way.Answer {
        try await tcp.ask("POST", "\(mount)/act", json: ["deed": .text(deed)])
    }
}

extension ProcessTable {
    /// Whether a process still does anything.
    static func isAlive(_ id: pid_t) -> Bool { state(of: id).map { $0 != "Z" } ?? false }
}
