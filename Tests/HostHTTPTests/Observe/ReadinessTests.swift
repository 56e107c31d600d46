@_spi(Hosting) import FeatureKit
import HTTPServer
import HostAccess
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// Ready means that the host does what is wanted of it.
@Suite(.timeLimit(.minutes(1)))
struct ReadinessTests {
    private func readiness(_ states: (String, FeatureState)..., isStopping: Bool = false, hasRested: Bool = true)
        -> Readiness
    {
        Readiness(
            isStopping: isStopping, hasRested: hasRested, hasDocument: true, isRefusing: false,
            features: states.map { (id: $0.0, state: $0.1) })
    }

    @Test(arguments: [
        (FeatureState.off, true), (.waiting(on: ["x"]), true), (.starting, true), (.active, true), (.stopping, true),
        (.failed(reason: "no radio", retryAt: .seconds(1)), false), (.failed(reason: "no radio", retryAt: nil), false),
        (.quarantined(reason: "no radio"), false), (.stuck, false),
    ])
    func `A feature that is on decides whether the host is ready`(state: FeatureState, isReady: Bool) {
        #expect(readiness(("ble", state)).isReady == isReady)
    }

    @Test func `The answer reads as documented`() {
        let failed = FeatureState.failed(reason: "samples/lap.btsnoop: No such file or directory", retryAt: nil)
        #expect(
            readiness(("ble", failed)).value.json
                == #"{"ready":false,"checks":{"host":{"ok":true},"document":{"ok":true},"audit":{"ok":true},"feature/ble":{"ok":false,"#
                + #""state":"failed","reason":"samples/lap.btsnoop: No such file or directory"}}}"#)
        #expect(
            readiness(hasRested: false).value.json
                == #"{"ready":false,"checks":{"host":{"ok":false,"reason":"its features are starting"},"#
                + #""document":{"ok":true},"audit":{"ok":true}}}"#)
        #expect(
            readiness(isStopping: true).value["checks"]?["host"]?.json == #"{"ok":false,"reason":"it is stopping"}"#)
        let refusing = Readiness(
            isStopping: false, hasRested: true, hasDocument: true, isRefusing: true, features: [])
        #expect(
            refusing.value.json == #"{"ready":true,"checks":{"host":{"ok":true},"#
                + #""document":{"ok":true,"reason":"an older one counts; the newest has errors"},"audit":{"ok":true}}}"#
        )
    }

    @Test func `Unusable sources of flags are named, and the host stays ready`() {
        let failing = Readiness(
            isStopping: false, hasRested: true, hasDocument: true, isRefusing: true,
            failingFlags: ["a.yaml", "http://b"], features: [])
        #expect(failing.isReady)
        #expect(
            failing.value["checks"]?["document"]?["reason"]
                == "an older one counts; the newest has errors; flags can't be used of a.yaml, http://b")
    }

    @Test func `Problems with an issuer's keys are reported, and the host stays ready`() {
        let status = Readiness(
            isStopping: false, hasRested: true, hasDocument: true, isRefusing: false, features: [],
            operators: "operators.json is empty; no operator's token counts until one is made",
            issuers: [KeyStatus("a", trouble: nil), KeyStatus("b", trouble: "nobody gets in")])
        #expect(status.isReady)
        #expect(
            status.value["checks"]?.json
                == #"{"host":{"ok":true},"document":{"ok":true},"audit":{"ok":true},"operators":{"ok":true,"reason":"#
                + #""operators.json is empty; no operator's token counts until one is made"},"issuer/a":{"ok":true},"#
                + #""issuer/b":{"ok":true,"reason":"nobody gets in"}}"#)
    }

    @Test func `A broken audit log makes the host unready until the start after it was recorded`() {
        var audit = AuditStatus()
        audit.broken = .init(kind: .history, what: "revision 3 has no record", isTold: false)
        func readiness() -> Readiness {
            Readiness(
                isStopping: false, hasRested: true, hasDocument: true, isRefusing: false, features: [], audit: audit)
        }
        #expect(!readiness().isReady)
        audit.broken = .init(kind: .history, what: "revision 3 has no record", isTold: true)
        #expect(readiness().isReady)
        #expect(
            readiness().value["checks"]?["audit"]?["reason"]
                == "the audit and the history disagree: revision 3 has no record")
    }

    @Test func `Over HTTP, from the start on`() async throws {
        try await withHouse(document: nil) { house in
            let early = try await house.ask(.get, "/readyz")
            #expect(early.status == .serviceUnavailable && early.field("Content-Type") == "application/json")
            #expect(early.field("Cache-Control") == "no-store")
            #expect(
                early.text == #"{"ready":false,"checks":{"host":{"ok":false,"reason":"its features are starting"},"#
                    + #""document":{"ok":false,"reason":"none counts yet"},"audit":{"ok":true}}}"#)

            #expect(try await house.read("features: { crier: {}, listener: {} }") == .applied)
            let ready = try await house.ask(.get, "/readyz")
            #expect(ready.status == .ok)
            #expect(
                ready.text == #"{"ready":true,"checks":{"host":{"ok":true},"document":{"ok":true},"audit":{"ok":true},"#
                    + #""feature/crier":{"ok":true,"state":"active"},"feature/listener":{"ok":true,"state":"active"}}}"#
            )
            #expect(try await house.read("features: [") == .refused)
            #expect(try await house.ask(.head, "/readyz").status == .ok)

            house.inside.configuration.close()
            #expect(try await house.ask(.get, "/readyz").status == .serviceUnavailable)
            #expect(try await house.ask(.get, "/readyz?exclude=host&verbose").status == .ok)
            let odd = try await house.ask(.get, "/readyz?exclude=host&exclude=feature/crire")
            #expect(odd.status == .badRequest)
            #expect(
                odd.text.contains(
                    #"there is no check \"feature/crire\" to exclude; did you mean \"feature/crier\"?"#))
        }
    }

    @Test func `A failed feature makes the host unready, unless it is left out or off`() async throws {
        try await withHouse { house in
            let states = house.inside.bus.trace("host.features")
            _ = try await house.ask(
                .post, "/ops/v1/call/crier.cry", body: #"{"request":{"text":"fall"},"as":"ana","roles":["crier"]}"#)
            for await seen in states where seen.value.json.contains(#""state":"quarantined""#) { break }
            let fallen = try await house.ask(.get, "/readyz/feature/listener").text
            #expect(
                fallen == #"{"ready":false,"checks":{"feature/listener":{"ok":false,"state":"quarantined","#
                    + #""reason":"failed 2 times within 1m, last: unavailable: fell"}}}"#)
            #expect(try await house.ask(.get, "/readyz/feature/crier").status == .ok)
            #expect(try await house.ask(.get, "/readyz/host").status == .ok)
            #expect(try await house.ask(.get, "/readyz?exclude=feature/listener").status == .ok)
            #expect(try await house.ask(.get, "/readyz?exclude=feature%2Flistener").status == .ok)

            _ = try await house.ask(.put, "/ops/v1/features/listener/toggle", body: #"{"on":false}"#)
            #expect(try await house.ask(.get, "/readyz").status == .ok)
            let gone = try await house.ask(.get, "/readyz/feature/listener")
            #expect(gone.status == .notFound)
            #expect(
                gone.text.contains(
                    #"there is no check \"feature/listener\"; there are host, document, audit, feature/crier"#))
        }
    }

    @Test func `The health probe says that the process answers`() async throws {
        try await withHouse(document: nil) { house in
            let health = try await house.ask(.get, "/healthz?anything")
            #expect(health.status == .ok && health.text == #"{"status":"ok"}"#)
            #expect(health.field("Cache-Control") == "no-store")
            #expect(try await house.ask(.head, "/healthz").status == .ok)
            #expect(try await house.ask(.post, "/healthz").status.code == 405)
        }
    }
}
