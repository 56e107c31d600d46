@_spi(Hosting) import FeatureKit
import Testing

/// A gate stands between features, too.
@Suite struct RouteGateTests {
    private struct OnlyAnna: RouteGate {
        func lets(_ caller: Caller, have feature: String) -> Bool {
            caller.origin == .system || caller.key == "anna"
        }
    }

    private static let hello = Route<String, String>("host.hello", .post, "/hello", access: .everyone)

    @Test func `a route that the caller does not have is refused like one that nobody serves`() async throws {
        let bus = BusCore(clock: SystemClock(), gate: OnlyAnna())
        let log = Log(feature: "test", sink: ListLog())
        let server = bus.join("host", wiring: Wiring(serves: ["host.hello"]), log: log)
        let asker = bus.join("asker", wiring: Wiring(requests: ["host.hello", "host.gone"]), log: log)
        try Routes(member: server).answer(Self.hello) { name, _ in "hello \(name)" }
        func ask(_ key: String?) async throws(RequestError) -> String {
            try await Bus(member: asker).request(
                Self.hello, "you", within: .seconds(20),
                because: key.map { Cause(caller: Caller(key: $0, origin: .http), id: "1") })
        }
        #expect(try await ask("anna") == "hello you")
        #expect(try await ask(nil) == "hello you", "what the host itself asks passes")
        let error = await #expect(throws: RequestError.self) { try await ask("ben") }
        #expect(error?.code == .unavailable && error?.description == "nobody serves \"host.hello\" now")
    }
}
