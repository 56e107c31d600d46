import FeatureKit
import FeatureTestKit
import Testing
import TransitContracts

@testable import TransitFeature

@Suite struct LiveTests {
    private let staff = Caller.user("eve", roles: ["staff"])

    @Test func aTrainThatIsLateLeavesLaterAndOneThatIsCancelledNotAtAll() async throws {
        try await withFeature(Transit.self, settings: .init(demo: true), clock: TestClock(now: morning)) { probe in
            func trains() async throws -> [Departures.Item] {
                try await probe.call(TransitService.departuresRoute, .init(stop: "DEMO_SANTS", compact: true, limit: 3))
                    .departures
            }
            #expect(try await trains().map(\.mins) == [8, 38, 68])
            let late = message([
                part(
                    3,
                    part(1, part(1, "DEMO_R2N_A_608") + part(3, "20261127"))
                        + part(2, number(1, 1) + part(3, number(1, 600))))
            ])
            let said = try await probe.call(
                TransitService.postRoute,
                .init(source: "line", message: Media(type: "application/x-protobuf", bytes: late)), as: staff)
            #expect(said.trips == 1)
            let first = try #require(try await trains().first)
            #expect(first.mins == 18 && first.delay == 10)
            let plan = try await probe.call(
                TransitService.plannerRoute, .init(from: "DEMO_SANTS", to: "DEMO_MONTMELO", maxAlternatives: 1))
            #expect(plan.journeys.first?.departure == "2026-11-27T10:18:00")
            #expect(plan.journeys.first?.arrival == "2026-11-27T10:48:00")

            // What the same server says next replaces it, and repeating it changes nothing.
            let cancelled = message([part(3, part(1, part(1, "DEMO_R2N_A_608") + part(3, "20261127") + number(4, 3)))])
            for _ in 1...2 {
                _ = try await probe.call(
                    TransitService.postRoute,
                    .init(source: "line", message: Media(type: "application/x-protobuf", bytes: cancelled)), as: staff)
                #expect(try await trains().map(\.mins) == [38, 68, 98])
            }
        }
    }

    /// A server that sends milliseconds, and a moment years away.
    @Test(arguments: [1_795_770_600_000, UInt64(Int64.max)]) func aMomentThatCannotBeIsLeftOut(moment: UInt64)
        async throws
    {
        try await withFeature(Transit.self, settings: .init(demo: true), clock: TestClock(now: morning)) { probe in
            let call = part(2, number(1, 1) + part(3, number(2, moment)))
            let bytes = message([part(3, part(1, part(1, "DEMO_R2N_A_608") + part(3, "20261127")) + call)])
            _ = try await probe.call(
                TransitService.postRoute,
                .init(source: "line", message: Media(type: "application/x-protobuf", bytes: bytes)), as: staff)
            let trains = try await probe.call(
                TransitService.departuresRoute, .init(stop: "DEMO_SANTS", compact: true, limit: 3))
            #expect(trains.departures.map(\.mins) == [8, 38, 68])
        }
    }

    @Test func anAlertIsShownOnItsLineWhileItHoldsAndToldToOthers() async throws {
        try await withFeature(Transit.self, settings: .init(demo: true), clock: TestClock(now: morning)) { probe in
            let start = UInt64(morning.seconds)
            let text = part(1, part(1, "Works") + part(2, "en")) + part(1, part(1, "Obras") + part(2, "es"))
            func alert(_ id: String, from: UInt64) -> [UInt8] {
                part(1, id)
                    + part(
                        5,
                        part(1, number(1, from) + number(2, from + 7_200)) + part(5, part(2, "DEMO_R2N")) + number(7, 1)
                            + part(10, text))
            }
            let bytes = message([alert("now", from: start - 60), alert("later", from: start + 86_400)], withIDs: false)
            _ = try await probe.call(
                TransitService.postRoute,
                .init(source: "a", message: Media(type: "application/x-protobuf", bytes: bytes)), as: staff)
            let told = try await probe.expect(ServiceAlert.topic) { $0.id == "now" }
            #expect(told.lines == ["DEMO_R2N"] && told.message == "Obras" && told.severity == .severe && !told.isOver)
            let plan = try await probe.call(
                TransitService.plannerRoute,
                .init(from: "DEMO_SANTS", to: "DEMO_MONTMELO", maxAlternatives: 1, language: "en"))
            #expect(plan.alerts.map(\.id) == ["now"])
            #expect(plan.alerts.first?.message == "Works" && plan.alerts.first?.lineName == "R2N")
            let metro = try await probe.call(
                TransitService.plannerRoute, .init(from: "DEMO_L1_HOSPITAL", to: "DEMO_L1_PLACA", maxAlternatives: 1))
            #expect(metro.success && metro.alerts == [])
            #expect(try await probe.call(TransitService.alertsRoute, .init(route: "DEMO_R2N")).count == 1)
        }
    }

    @Test(arguments: [[], [0xFF], [0x0A, 0x05, 1], [0x12, 0x02, 0x0A, 0xFF]] as [[UInt8]])
    func bytesThatAreNoMessageAreRefused(bytes: [UInt8]) async throws {
        try await withFeature(Transit.self, settings: .init(demo: true), clock: TestClock(now: morning)) { probe in
            let refusal = try await probe.refusal {
                try await probe.call(
                    TransitService.postRoute,
                    .init(source: "a", message: Media(type: "application/x-protobuf", bytes: bytes)), as: staff)
            }
            #expect(refusal?.code == "invalid")
        }
    }

    @Test func staffAloneChangeWhatIsRead() {
        #expect(TransitService.reloadRoute.access == .role("staff"))
        #expect(TransitService.reportRoute.access == .role("staff"))
        #expect(TransitService.postRoute.access == .role("staff"))
        #expect(TransitService.plannerRoute.access == .everyone)
        #expect(TransitService.departuresRoute.access == .everyone)
        #expect(TransitService.shapeRoute.access == .everyone)
        #expect(TransitService.transportRoute.access == .everyone)
    }
}
