import FeatureKit
import HTTPServer
import JSON
import Testing

@testable import HostHTTP

/// What operators ask about stores, as far as it needs none.
@Suite(.timeLimit(.minutes(1)))
struct OperatorStoresTests {
    @Test func `where nothing is kept, nothing is listed`() async throws {
        try await withHouse { house in
            let list = try await house.ask(.get, "/ops/v1/store")
            #expect(list.status == .ok && list.text == #"{"stores":[]}"#)
        }
    }

    @Test(arguments: ["check", "compact"])
    func `a store that there is not is told`(work: String) async throws {
        try await withHouse { house in
            let unknown = try await house.ask(.post, "/ops/v1/store/\(work)", body: #"{"features":["crier"]}"#)
            #expect(unknown.status == .notFound)
            #expect(unknown.text.contains(#""detail":"there is no store of \"crier\"""#))
        }
    }

    @Test func `a folder for copies is named, and from the root on`() async throws {
        try await withHouse { house in
            let relative = try await house.ask(.post, "/ops/v1/store/backup", body: #"{"folder":"copies"}"#)
            #expect(relative.status == .badRequest)
            #expect(relative.text.contains("copies: the folder has to be named from the root on"))
            let missing = try await house.ask(.post, "/ops/v1/store/backup", body: "{}")
            #expect(missing.status == .badRequest && missing.text.contains("missing key \\\"folder\\\""))
        }
    }
}
