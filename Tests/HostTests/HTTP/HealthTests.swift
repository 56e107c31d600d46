import FeatureKit
import TestSupport
import Testing

@testable import HostRuntime

/// What those are told who watch the process.
@Suite(.timeLimit(.minutes(2)))
struct HealthTests {
    @Test func `those who watch the process are answered`() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            #expect(try await tcp.get("/healthz").status == 200)
            let ready = try await tcp.get("/readyz")
            #expect(ready.status == 200)
            #expect(try ready.json()["ready"] == true)
            #expect(try ready.json()["checks"]?["feature/track"]?["ok"] == true)
            let metrics = try await tcp.get("/metrics")
            #expect(metrics.status == 200 && metrics.head.mediaType == "text/plain")
            #expect(metrics.text.contains("# TYPE flagstand_"))
        }
    }

    @Test
    func `programs get a description`() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            let description = try await tcp.get("/openapi.json").json()
            guard case .text(let version)? = description["openapi"] else {
                Issue.record("\(description.json)")
                return
            }
            #expect(version.hasPrefix("3.1"))
            #expect(description["paths"]?["/api/v1/track/status"]?["get"] != nil)
        }
    }

    @Test func `a host whose feature fails is not ready and says which`() async throws {
        let venue = try Venue()
        try venue.add("lamp")
        try venue.save("lamp: {}")
        var command = venue.host
        command.arguments += ["--listen", "127.0.0.1:0"]
        try await HostProcess.run(command) { host in
            let tcp = try await host.expectListening()
            let answer = try await tcp.get("/readyz")
            #expect(answer.status == 503)
            let checks = try answer.json()["checks"]
            #expect(checks?["feature/lamp"]?["ok"] == false && checks?["feature/lamp"]?["state"] == "failed")
            #expect(checks?["feature/track"]?["ok"] == true)
            #expect(try await tcp.get("/readyz?exclude=feature/lamp").status == 200)
            #expect(try await tcp.get("/readyz/feature/lamp").status == 503)
            #expect(try await tcp.get("/readyz/feature/track").status == 200)
            #expect(try await tcp.get("/healthz").status == 200)
        }
    }
}
