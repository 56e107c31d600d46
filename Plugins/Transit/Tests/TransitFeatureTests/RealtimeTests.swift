import FeatureKit
import FeatureTestKit
import Testing
import TransitContracts

@testable import TransitFeature

/// Live changes as servers send them, in the invented timetable: trains leave Sants at 8 and 38 past.
@Suite struct RealtimeTests {
    /// What is answered from 10:00 on 27 November 2026.
    private func live(
        keep: Duration = .seconds(600), _ body: (Probe) async throws -> Void
    ) async throws {
        try await withFeature(
            Transit.self, settings: .init(keep: keep, demo: true), clock: TestClock(now: morning), body)
    }

    private func train(to end: String = "DEMO_MONTMELO", _ probe: Probe) async throws -> PlannedJourney {
        let plan = try await probe.call(
            TransitService.plannerRoute, .init(from: "DEMO_SANTS", to: end, maxAlternatives: 1))
        return try #require(plan.journeys.first)
    }

    @Test(arguments: [1, 8] as [UInt64]) func anAddedTripIsSearchedAndShown(relation: UInt64) async throws {
        try await live { probe async throws in
            let extra =
                trip("EXTRA", on: nil, relation, part(5, "DEMO_R2N")) + call("DEMO_SANTS", at: 2)
                + call("NOWHERE", at: 5) + call("DEMO_MONTMELO", at: 20)
            let said = try await probe.post(message([part(3, extra)]))
            #expect(said.trips == 1 && said.unknownStops == 1 && said.unknownTrips == 0)
            #expect(try await probe.trains() == [2, 8, 38])
            let journey = try await train(probe)
            #expect(journey.departure == "2026-11-27T10:02:00" && journey.arrival == "2026-11-27T10:20:00")
            #expect(journey.segments.first?.headsign == "Montmeló")
            // It is gone with the next message.
            try await probe.post(message([]))
            #expect(try await probe.trains() == [8, 38, 68])
        }
    }

    @Test func aTripOfALineThatIsNotThereIsCounted() async throws {
        try await live { probe async throws in
            let odd = [
                part(3, trip("X", on: nil, 1, part(5, "NONE")) + call("DEMO_SANTS", at: 2)),
                part(3, trip("Y")), part(4, trip("Z")),
                part(3, trip("DEMO_R2N_A_608") + part(2, number(1, 99) + part(3, number(1, 60)))),
            ]
            let said = try await probe.post(message(odd))
            #expect(said.unknownTrips == 3 && said.unknownStops == 1)
            let report = try await probe.call(TransitService.reportRoute, .init(), as: .user("eve", roles: ["staff"]))
            #expect(report.live.first?.unknownTrips == 3 && report.live.first?.unknownStops == 1)
        }
    }

    @Test func aReplacedTripRunsAlongOtherStopsAndNotWhereItWasPlanned() async throws {
        try await live { probe async throws in
            // 10:08 from Sants, past the other stops, to Montmeló at 10:25.
            let other = trip("DEMO_R2N_A_608", 5) + call("DEMO_SANTS", at: 9) + call("DEMO_MONTMELO", at: 25)
            #expect(try await probe.post(message([part(3, other)])).trips == 1)
            let journey = try await train(probe)
            #expect(journey.departure == "2026-11-27T10:09:00" && journey.arrival == "2026-11-27T10:25:00")
            #expect(journey.segments.first?.stops == [])
            #expect(try await train(to: "DEMO_CLOT", probe).departure == "2026-11-27T10:38:00")
        }
    }

    @Test func aDuplicatedTripRunsOnceMore() async throws {
        try await live { probe async throws in
            let again =
                trip("DEMO_R2N_A_608", 6)
                + part(6, part(1, "AGAIN") + part(2, "20261127") + part(3, "10:20:00"))
            #expect(try await probe.post(message([part(3, again)])).trips == 1)
            #expect(try await probe.trains() == [8, 20, 38])
            let late = again + part(2, number(1, 1) + part(3, number(1, 300)))
            try await probe.post(message([part(3, late)]))
            #expect(try await probe.trains() == [8, 25, 38])
        }
    }

    @Test func aTripWithoutAnIDIsFoundByItsLineDirectionAndStart() async throws {
        try await live { probe async throws in
            func named(_ start: String, _ direction: UInt64) -> [UInt8] {
                part(3, trip(nil, 3, part(2, start) + part(5, "DEMO_R2N") + number(6, direction)))
            }
            #expect(try await probe.post(message([named("10:08:00", 0)])).unknownTrips == 0)
            #expect(try await probe.trains() == [38, 68, 98])
            for other in [named("10:09:00", 0), named("10:08:00", 1)] {
                #expect(try await probe.post(message([other])).unknownTrips == 1)
                #expect(try await probe.trains() == [8, 38, 68])
            }
        }
    }

    @Test func aMessageThatIsOlderThanWhatIsHeldChangesNothing() async throws {
        try await live { probe async throws in
            let cancelled = [part(3, trip("DEMO_R2N_A_608", 3))]
            let made = UInt64(morning.seconds)
            try await probe.post(message(cancelled, made: made - 10))
            let said = try await probe.post(message([], made: made - 20))
            #expect(said.trips == 1 && said.outdated == 1)
            #expect(try await probe.trains() == [38, 68, 98])
            try await probe.post(message([], made: made - 10))
            #expect(try await probe.trains() == [8, 38, 68])
            // One that was made too long ago is none, also where it comes now.
            let refusal = try await probe.refusal {
                try await probe.post(message(cancelled, made: made - 600), from: "b")
            }
            #expect(refusal?.detail.contains("600 seconds ago") == true)
        }
    }

    /// A server that says the same for ever is forgotten from when on it was made, not from when it was read.
    @Test func whatWasMadeLongAgoAgesOut() async throws {
        try await live(keep: .seconds(60)) { probe async throws in
            let bytes = message([part(3, trip("DEMO_R2N_A_638", 3))], made: UInt64(morning.seconds) - 30)
            try await probe.post(bytes)
            #expect(try await probe.trains() == [8, 68, 98])
            await probe.advance(.seconds(29))
            #expect(try await probe.trains() == [7, 67, 97])
            await probe.advance(.seconds(1))
            #expect(try await probe.trains() == [7, 37, 67])
            #expect(probe.log.messages(.warning).contains { $0.contains("too old") })
        }
    }

    @Test func aDifferentialMessageKeepsTheOthers() async throws {
        try await live { probe async throws in
            func cancelled(_ minute: Int) -> [UInt8] { part(3, trip("DEMO_R2N_A_\(minute)", 3)) }
            try await probe.post(message([cancelled(608), cancelled(638)]))
            #expect(try await probe.trains() == [68, 98, 128])
            // The first entity is another one now, the second stays.
            try await probe.post(message([cancelled(668)], isDifferential: true))
            #expect(try await probe.trains() == [8, 98, 128])
            // And is taken away.
            let gone = part(1, part(1, "2.0") + number(2, 1)) + part(2, part(1, "e1") + number(2, 1))
            #expect(try await probe.post(gone).trips == 1)
            #expect(try await probe.trains() == [8, 38, 98])
            try await probe.post(message([cancelled(638)]))
            #expect(try await probe.trains() == [8, 68, 98])
        }
    }

    @Test func aVehicleIsShownWithItsDepartureAndHowFullItIs() async throws {
        try await live { probe async throws in
            let place = part(2, float(1, 41.38) + float(2, 2.15) + float(3, 45))
            let vehicles = [
                part(4, trip("DEMO_R2N_A_608") + place + number(5, UInt64(morning.seconds) - 5) + number(9, 5)),
                part(4, trip("DEMO_R2N_A_638", on: "20261128") + number(9, 1)),
                part(4, trip("DEMO_R2N_A_668") + part(2, float(1, 95) + float(2, .nan)) + number(9, 77)),
            ]
            let said = try await probe.post(message(vehicles))
            #expect(said.vehicles == 3 && said.unknownTrips == 0)
            let found = try await probe.call(TransitService.departuresRoute, .init(stop: "DEMO_SANTS", limit: 3))
            #expect(found.departures.map(\.occ) == [5, .null, .null])
            let position = VehiclePosition(
                lat: 41.38, lon: 2.15, heading: .number(45), occ: 5, at: morning.advanced(by: .seconds(-5)))
            #expect(found.departures.map(\.details?.vehicle) == [position, nil, nil])
            let segments = try await probe.call(
                TransitService.plannerRoute, .init(from: "DEMO_L1_HOSPITAL", to: "DEMO_GATE_7", departureTime: "09:40")
            ).journeys.first { $0.segments.contains { $0.vehicle != nil } }?.segments
            #expect(segments?.map(\.vehicle).filter { $0 != nil } == [position])
            #expect(segments?.first { $0.vehicle != nil }?.lineName == "R2N")
        }
    }

    /// A stop is named by another platform of its station, or has another number in the message.
    @Test func aStopIsFoundByItsNameWhereItsNumberIsAnotherOne() async throws {
        try await live { probe async throws in
            let late = part(2, number(1, 40) + part(3, number(1, 300)) + part(4, "DEMO_CLOT"))
            let said = try await probe.post(message([part(3, trip("DEMO_R2N_A_608") + late)]))
            #expect(said.unknownStops == 0)
            #expect(try await train(probe).arrival == "2026-11-27T10:43:00")
        }
    }

    @Test func theDelayOfAWholeTripCountsWhereNothingIsSaidOfItsCalls() async throws {
        try await live { probe async throws in
            try await probe.post(message([part(3, trip("DEMO_R2N_A_608") + number(5, 240))]))
            #expect(try await probe.trains() == [12, 38, 68])
        }
    }

    /// An alert about a trip is none about its line, and one about a line at a stop none about the line elsewhere.
    @Test func anAlertIsJoinedByAllThatItNames() async throws {
        try await live { probe async throws in
            func alert(_ id: String, _ matter: [UInt8]) -> [UInt8] { part(1, id) + part(5, part(5, matter)) }
            let alerts = [
                alert("trip", part(4, part(1, "DEMO_R2N_A_638"))),
                alert("stop", part(2, "DEMO_R2N") + part(5, "DEMO_MONTMELO")),
                alert("elsewhere", part(2, "DEMO_L1") + part(5, "DEMO_MONTMELO")),
                alert("agency", part(1, "demo")), alert("unknown", part(2, "DEMO_R2N") + part(5, "NOWHERE")),
            ]
            #expect(try await probe.post(message(alerts, withIDs: false)).alerts == 4)
            func shown(_ time: String, _ end: String) async throws -> [String] {
                try await probe.call(
                    TransitService.plannerRoute,
                    .init(from: "DEMO_SANTS", to: end, departureTime: time, maxAlternatives: 1)
                ).alerts.map(\.id)
            }
            #expect(try await shown("10:00", "DEMO_MONTMELO") == ["agency", "stop"])
            #expect(try await shown("10:30", "DEMO_CLOT") == ["agency", "trip"])
            #expect(try await shown("11:00", "DEMO_CLOT") == ["agency"])
        }
    }

    @Test func whatIsLiveHoldsAfterTheTimetableIsReadAgain() async throws {
        try await live { probe async throws in
            let alert = part(1, "a") + part(5, part(5, part(2, "DEMO_R2N")))
            let cancelled = part(1, "b") + part(3, trip("DEMO_R2N_A_608", 3))
            try await probe.post(message([alert, cancelled], withIDs: false))
            #expect(try await probe.expect(ServiceAlert.topic).id == "a")
            _ = try await probe.call(TransitService.reloadRoute, .init(), as: .user("eve", roles: ["staff"]))
            #expect(try await probe.trains() == [38, 68, 98])
            #expect(try await probe.call(TransitService.alertsRoute, .init()).map(\.id) == ["a"])
            // Nobody is told the same again.
            await probe.expectNone(ServiceAlert.topic)
            try await probe.post(message([]))
            #expect(try await probe.expect(ServiceAlert.topic).isOver)
        }
    }
}
