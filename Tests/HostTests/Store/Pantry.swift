import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// A venue where features keep something: the pantry and the larder of `Fixtures/Pantry`.
struct Pantry {
    let venue: Venue
    /// How apps ask it.
    static let mount = "/api/v1/pantry"

    var folder: TestFolder { venue.folder }
    var localSocket: Way { folder.localSocket }

    /// Their units lie there; the document says which of them run.
    init() throws {
        venue = try Venue()
        for name in ["Pantry", "Larder"] { try Self.ship(name, to: venue) }
    }

    /// A feature's manifest and library, as a third party ships them.
    static func ship(_ name: String, to venue: Venue) throws {
        let id = name.lowercased()
        try venue.folder.addLibrary(of: name, to: "\(Venue.units)/\(id)")
        try venue.folder.copy(
            "\(Built.tree)/Tests/HostTests/Fixtures/Pantry/Sources/\(name)Feature/feature.yaml",
            to: venue.path(of: id, "feature.yaml"))
    }

    /// Saves a document with these features and no others.
    func save(_ sections: String...) throws {
        let features = sections.isEmpty ? " {}" : "\n" + sections.map { "  \($0)\n" }.joined()
        try folder.write("plugins.yaml", "features:\(features)\nplugins: [\(Venue.units)]\n")
    }

    /// The host while it runs.
    func running<Result>(_ body: (HostProcess) async throws -> Result) async throws -> Result {
        try await HostProcess.run(venue.host) { host in
            try await host.expectReady()
            return try await body(host)
        }
    }

    /// The host while it runs, and then told to stop.
    func runningToTheEnd(_ body: (HostProcess) async throws -> Void) async throws {
        try await running { host in
            try await body(host)
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
    }

    // MARK: - What it is asked

    func put(_ id: String, _ count: Int, expecting: Int64? = nil, label: String? = nil) async throws -> Way.Answer {
        var jar: Members = ["label": .text(label ?? id), "count": .integer(Int64(count))]
        if let expecting { jar["expecting"] = .integer(expecting) }
        return try await localSocket.ask("PUT", "\(Self.mount)/jars/\(id)", json: .object(jar))
    }

    func add(_ id: String, _ count: Int = 1) async throws -> Way.Answer {
        try await localSocket.ask("POST", "\(Self.mount)/jars/\(id)/add", json: ["by": .integer(Int64(count))])
    }

    /// How many are in a jar; nil where there is none.
    func count(_ id: String) async throws -> Int64? {
        let answer = try await localSocket.get("\(Self.mount)/jars/\(id)")
        guard answer.status == 200, case .integer(let count)? = try answer.json()["count"] else { return nil }
        return count
    }

    /// The ids of the jars that a query finds, in its order.
    func list(_ query: String = "") async throws -> [String] {
        let answer = try await localSocket.get("\(Self.mount)/jars\(query)")
        guard case .list(let jars)? = try answer.json()["jars"] else { throw CocoaError(.fileReadUnknown) }
        return jars.compactMap { if case .text(let id)? = $0["id"] { id } else { nil } }
    }

    func photograph(_ id: String, size: Int, seed: Int = 1) async throws -> Way.Answer {
        try await localSocket.ask(
            "PUT", "\(Self.mount)/pictures/\(id)",
            json: ["size": .integer(Int64(size)), "seed": .integer(Int64(seed))])
    }

    /// What operators are told about a feature's store.
    func store(_ feature: String = "pantry") async throws -> Value? {
        guard case .list(let stores)? = try await localSocket.get("/ops/v1/store").json()["stores"] else { return nil }
        return stores.first { $0["feature"] == .text(feature) }
    }

    /// A store's file.
    func file(_ feature: String = "pantry") -> String { "state/stores/\(feature).db" }
}

extension Way.Answer {
    /// The code of a refusal.
    var code: String? { if case .text(let code)? = try? Value(json: text)["code"] { code } else { nil } }
}
