@_spi(Hosting) import FeatureKit
import HostConfig
import Testing

@testable import HostRuntime

/// A report reads as the page on HTTP says, to the byte, and holds no secret.
@Suite struct FeatureReportTests {
    struct Lamp: Feature {
        static let contracts: [Contract] = [
            .serves(.blink), .publishes(.lit, watchable: true), .reads(.draw),
            .evaluates(Flag("lamp.dim", default: false, "Whether it is dim.")),
        ]
        init(settings: Scene.Size, context: FeatureContext) throws {}
        func run() async throws {}
    }

    private func view(_ document: String, _ overrides: Overrides = Overrides()) throws -> FeatureView {
        var scene = Scene()
        try scene.add("power")
        try scene.add(
            "lamp",
            """
            stage: beta
            needs: [power]
            flags: { lamp.dim: { owner: me, expiry: 2027-01-31 } }
            mount: /lamps
            """, entry: FeatureEntry(Lamp.self))
        let status = FeatureStatus(
            id: "lamp", state: .failed(reason: "dark", retryAt: .seconds(1)), since: Timestamp(nanoseconds: 0),
            starts: 1, failures: 1, runs: [])
        return FeatureView(
            orders: try scene.orders(document, overrides), statuses: [status], served: ["lamp.blink"],
            uptime: .seconds(0))
    }

    @Test func `In brief`() throws {
        let report = try view("features: { lamp: { settings: { size: 3 } } }").report(of: "lamp")
        #expect(
            report.brief.json == #"{"id":"lamp","state":"failed","reason":"dark","since":"1970-01-01T00:00:00Z","#
                + #""starts":1,"on":true,"runsIn":"host","document":true,"toggle":null,"rollout":null,"version":"1.0.0","stage":"beta","#
                + #""summary":"The lamp."}"#)
    }

    @Test func `In full`() throws {
        let document = "features: { lamp: { settings: { size: 3, token: { secret: \"env:TOKEN\" } } } }"
        let report = try view(document).report(of: "lamp")
        guard case .object(var members) = report.full, case .object(let brief) = report.brief else { return }
        for name in brief.names {
            #expect(members[name] == brief[name])
            members[name] = nil
        }
        #expect(
            Value.object(members).json == #"{"locked":false,"needs":["power"],"after":[],"needed":[],"#
                + #""why":["lamp failed; tried again in 1 s: dark"],"mount":"/lamps","#
                + #""routes":[{"name":"lamp.blink","method":"POST","path":"/lamps/{lamp}/blink","access":"user","#
                + #""served":true}],"#
                + #""topics":[{"name":"lamp.lit","publishes":true,"reads":false,"watchable":true,"published":0,"#
                + #""delivered":0,"dropped":0,"waiting":0,"lost":0,"kept":0,"forgotten":0},"#
                + #"{"name":"power.draw","publishes":false,"reads":true,"watchable":false,"published":0,"#
                + #""delivered":0,"dropped":0,"waiting":0,"lost":0,"kept":0,"forgotten":0}],"#
                + #""keeps":[],"flags":[{"key":"lamp.dim","default":false,"summary":"Whether it is dim.","owner":"me","expiry":"2027-01-31"}],"#
                + #""settings":{"size":3,"token":"<redacted>"},"kit":"\#(KitVersion.current)","folder":"/features/lamp","runs":[],"worker":null}"#
        )
    }

    @Test func `A report lists the features that need it, and whether the document names it`() throws {
        let report = try view("features: {}", Overrides([.toggle("power", false, "rain")])).report(of: "power")
        #expect(report.needed == ["lamp"] && report.document == nil && !report.isOn)
        #expect(report.brief["document"] == .null)
        #expect(
            report.brief["toggle"]?.json
                == #"{"on":false,"by":"root","uid":0,"reason":"rain","at":"2026-11-21T14:31:07Z","until":null,"forced":false}"#
        )
    }

    @Test func `A feature with an unusable manifest is still listed`() throws {
        var scene = Scene()
        scene.survey.folders["odd"] = "/features/odd"
        scene.survey.broken["odd"] = .unreadable
        let report = FeatureView(orders: try scene.orders("log: info"), statuses: [], uptime: .zero).report(of: "odd")
        #expect(
            report.brief.json == #"{"id":"odd","state":"off","reason":null,"since":null,"starts":0,"on":false,"#
                + #""runsIn":"host","document":null,"toggle":null,"rollout":null,"version":null,"stage":null,"summary":null}"#
        )
        #expect(report.why == ["odd is off: the document does not name it"])
    }
}

extension Route where Request == Scene.Size, Reply == Nothing {
    fileprivate static var blink: Route { .init("lamp.blink", .post, "/{lamp}/blink", access: .user) }
}

extension Topic where Payload == Nothing {
    fileprivate static var lit: Topic { .init("lamp.lit") }
    fileprivate static var draw: Topic { .init("power.draw") }
}
