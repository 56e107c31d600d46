import FeatureKit
import FeatureTestKit
import Testing

@testable import BLEFeature

private let staff = Caller.user("eve", roles: ["staff"])
private let gateway = Caller.user("north", roles: ["gateway"])

@Suite(.timeLimit(.minutes(2))) struct FleetTests {
    private static func settings(
        _ beacons: [KnownBeacon] = [.grandstand], trust: Trust = .listed, offline: Duration = .seconds(60)
    ) -> BLE.Settings {
        .init(gateways: ["north", "south"], beacons: beacons, trust: trust, offline: offline)
    }

    private func post(
        _ probe: Probe, sequence: UInt16 = 1, by gateway: String = "north", zone: UInt16 = 1001,
        from address: String = Ear.address
    ) async throws {
        let data = Events.beacon(Events.frame(zone: zone, sequence: sequence))
        let outcome = try await probe.call(
            .blePost,
            .init(gateway: gateway, advertisements: [.init(address: address, rssi: -60, data: Hex.text(data))]),
            as: BLEFeatureTests.gateway)
        #expect(outcome.taken == 1)
    }

    private func order(_ probe: Probe, _ kind: Command.Kind = .PING, key: String? = nil) async throws -> CommandShown {
        try await probe.call(
            .bleCommand, .init(beacon: "grandstand", command: kind, idempotencyKey: key), as: staff)
    }

    private func pending(_ probe: Probe, _ name: String = "north") async throws -> [String] {
        try await probe.call(.bleCommandsPending, .init(gateway: name), as: gateway).items.map(\.id)
    }

    @Test func shapesAgree() {
        expectShapeAgrees(KeptBeacon.self)
        expectShapeAgrees(PutBeacon.self)
        expectShapeAgrees(BeaconPage.self)
        expectShapeAgrees(UnknownPage.self)
        expectShapeAgrees(Heartbeat.self)
        expectShapeAgrees(HeartbeatTaken.self)
        expectShapeAgrees(BeaconTold.self)
        expectShapeAgrees(Command.self)
        expectShapeAgrees(CommandAsked.self)
        expectShapeAgrees(CommandsAsked.self)
        expectShapeAgrees(CommandPage.self)
        expectShapeAgrees(CommandAnswered.self)
        expectShapeAgrees(Orders.self)
        expectShapeAgrees(Encode.self)
        expectShapeAgrees(Encoded.self)
    }

    @Test func aBeaconFallsSilentExactlyWhenItIs() async throws {
        try await withFeature(BLE.self, settings: Self.settings()) { probe in
            try await post(probe)
            #expect(try await probe.expect(.bleBeacons).online)
            await probe.advance(.seconds(40))
            try await post(probe, sequence: 2)
            await probe.advance(.milliseconds(59_999))
            await probe.expectNone(.bleBeacons)
            await probe.advance(.milliseconds(1))
            #expect(try await !probe.expect(.bleBeacons).online)
            try await post(probe, sequence: 3)
            #expect(try await probe.expect(.bleBeacons).online)
        }
    }

    @Test func whoStaffPutHereOutlivesARestartAndIsForgottenWhole() async throws {
        let store = MemoryStore()
        let settings = Self.settings(offline: .seconds(5))
        try await withFeature(BLE.self, settings: settings, store: store) { probe in
            try await post(probe, zone: 5, from: "AA:00:00:00:00:01")
            let unknown = try await probe.call(.bleUnknown, Nothing(), as: staff)
            #expect(unknown.items.map(\.address) == ["AA:00:00:00:00:01"] && unknown.items.map(\.zone) == [5])
            let put = try await probe.call(
                .bleBeaconPut, .init(beacon: "new", zone: 5, address: "aa:00:00:00:00:01"), as: staff)
            #expect(put.address == "AA:00:00:00:00:01" && put.from == .staff && !put.online)
            #expect(try await probe.call(.bleUnknown, Nothing(), as: staff).items.isEmpty)
            try await post(probe, sequence: 2, zone: 5, from: "AA:00:00:00:00:01")
            #expect(try await probe.expect(.bleSighted).beacon == "new")
            _ = try await probe.call(.bleCommand, .init(beacon: "new", command: .PING), as: staff)
        }
        try await withFeature(BLE.self, settings: settings, store: store) { probe in
            let shown = try await probe.call(.bleBeacon, .init(beacon: "new"), as: staff)
            #expect(shown.zone == 5 && shown.pending == 1 && !shown.online && shown.heard == nil)
            let taken = try await pending(probe)
            #expect(taken.count == 1)
            try await post(probe, zone: 5, from: "AA:00:00:00:00:01")
            #expect(try await probe.expect(.bleBeacons).online)
            // Also where a gateway may be doing something just now.
            _ = try await probe.call(.bleBeaconRemove, .init(beacon: "new"), as: staff)
            #expect(try await probe.expect(.bleBeacons).isGone == true)
            #expect(try await pending(probe) == [])
            let history = try await probe.call(.bleCommands, .init(beacon: "new"), as: staff)
            #expect(history.items.map(\.state) == [.CANCELLED])
            let late = try await probe.refusal {
                try await probe.call(
                    .bleCommandDone, .init(gateway: "north", command: taken[0], executed: true), as: gateway)
            }
            #expect(late == .over(.CANCELLED))
            #expect(
                try await probe.refusal { try await probe.call(.bleBeacon, .init(beacon: "new"), as: staff) }
                    == .noBeacon)
        }
    }

    @Test func theDocumentComesFirst() async throws {
        let store = MemoryStore()
        try await withFeature(BLE.self, settings: Self.settings([]), store: store) { probe in
            for (id, address) in [("grandstand", "C0:FF:EE:00:00:08"), ("same", "C0:FF:EE:00:00:01")] {
                _ = try await probe.call(.bleBeaconPut, .init(beacon: id, zone: 1, address: address), as: staff)
            }
            _ = try await probe.call(
                .bleBeaconPut, .init(beacon: "own", zone: 1, address: "C0:FF:EE:00:00:09"), as: staff)
            _ = try await probe.call(.bleCommand, .init(beacon: "same", command: .PING), as: staff)
        }
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            #expect(
                probe.log.messages(.warning) == [
                    "a beacon that staff put here is left aside: the document has it",
                    "a beacon that staff put here is left aside: the document has it",
                ])
            let all = try await probe.call(.bleBeaconsAll, .init(), as: staff)
            #expect(all.items.map(\.id) == ["grandstand", "own"] && all.items.map(\.from) == [.document, .staff])
            #expect(all.items.map(\.address) == ["C0:FF:EE:00:00:01", "C0:FF:EE:00:00:09"])
            // What waited for one that is not known any more is over.
            #expect(try await pending(probe) == [])
            for route in 0..<2 {
                let refusal = try await probe.refusal {
                    if route == 0 {
                        _ = try await probe.call(.bleBeaconRemove, .init(beacon: "grandstand"), as: staff)
                    } else {
                        _ = try await probe.call(
                            .bleBeaconPut, .init(beacon: "grandstand", zone: 1, address: "C0:FF:EE:00:00:07"), as: staff
                        )
                    }
                }
                #expect(refusal == .inTheDocument)
            }
            // One that was left aside can be taken away.
            _ = try await probe.call(.bleBeaconRemove, .init(beacon: "same"), as: staff)
            let same = try await probe.store.collection(.beacons).get("same")
            #expect(same == nil)
        }
    }

    @Test func commandsOutliveARestartAndTakersToo() async throws {
        let store = MemoryStore()
        var ids: [String] = []
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            for _ in 0..<3 { ids.append(try await order(probe).id) }
            #expect(try await pending(probe) == ids)
            #expect(try await pending(probe, "south") == ids)
        }
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            #expect(try await pending(probe) == ids)
            let taken = try await probe.refusal {
                try await probe.call(.bleCommandCancel, .init(command: ids[0]), as: staff)
            }
            #expect(taken == .taken)
            for _ in 0..<2 {
                let done = try await probe.call(
                    .bleCommandDone, .init(gateway: "north", command: ids[0], executed: true), as: gateway)
                #expect(done.state == .EXECUTED)
            }
            let other = try await probe.refusal {
                try await probe.call(
                    .bleCommandDone, .init(gateway: "north", command: ids[0], executed: false, why: "no"), as: gateway)
            }
            #expect(other == .answeredOtherwise(.EXECUTED))
            #expect(try await pending(probe) == Array(ids.dropFirst()))
            ids.append(try await order(probe).id)
            #expect(try await pending(probe, "south") == Array(ids.dropFirst()))
        }
    }

    @Test func askingAgainChangesNothing() async throws {
        let store = MemoryStore()
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            let one = try await order(probe, key: "k")
            #expect(try await order(probe, key: "k") == one)
            #expect(try await probe.refusal { try await order(probe, .RESTART, key: "k") } == .keyReused)
            // Somebody else's key is another one.
            let other = try await probe.call(
                .bleCommand, .init(beacon: "grandstand", command: .PING, idempotencyKey: "k"),
                as: .user("ada", roles: ["staff"]))
            #expect(other.id != one.id)
            _ = try await pending(probe)
            let done = try await probe.call(
                .bleCommandDone, .init(gateway: "north", command: one.id, executed: true), as: gateway)
            #expect(try await order(probe, key: "k") == done)
        }
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            let again = try await order(probe, key: "k")
            #expect(again.state == .EXECUTED)
        }
    }

    @Test func onlySoManyWaitAndAreKept() async throws {
        let most = Int64(Command.mostOfBeacon)
        try await withFeature(
            BLE.self, settings: Self.settings([.grandstand, .marshal]),
            prepare: { store, _ in
                let commands = try store.collection(.commands)
                for order in 1...most {
                    var command = Command(beacon: "grandstand", command: .PING, order: order, made: Ear.wall)
                    command.state = .EXECUTED
                    try await commands.insert(command)
                }
            }
        ) { probe in
            for _ in 0..<CommandQueue.mostOfBeacon { _ = try await order(probe) }
            let refusal = try await probe.refusal { try await order(probe) }
            #expect(refusal?.code == "too-many" && refusal?.status == 409)
            #expect(refusal?.detail == "100 commands wait for this beacon already")
            #expect(refusal?.retryAfter == Command.life)
            // Another beacon is not concerned.
            _ = try await probe.call(.bleCommand, .init(beacon: "marshal", command: .PING), as: staff)
            let commands = try probe.store.collection(.commands)
            let kept = try await commands.count(where: [.equals("beacon", "grandstand")])
            #expect(kept == Int(most))
            let oldest = try await commands.query(order: .by("order"), limit: 1).items
            #expect(oldest.map(\.document.order) == [101])
            let page = try await probe.call(.bleCommands, .init(beacon: "grandstand", limit: 600), as: staff)
            let rest = try await probe.call(
                .bleCommands, .init(beacon: "grandstand", limit: 600, after: page.next), as: staff)
            #expect(page.items.count == 600 && rest.items.count == 400 && rest.next == nil)
            #expect(page.items.prefix(100).allSatisfy { $0.state == .PENDING })
            await probe.advance(Command.life - .milliseconds(1))
            #expect(try await pending(probe).count == 100)
            await probe.advance(.milliseconds(1))
            #expect(try await pending(probe) == [])
            let expired = try await commands.count(where: [.equals("state", "EXPIRED")])
            #expect(expired == 101)
            _ = try await order(probe)
        }
    }

    @Test func aPollThatFindsNothingNewAsksNoStore() async throws {
        let store = MemoryStore()
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            let id = try await order(probe).id
            store.fail()
            let refusal = try await probe.refusal { try await pending(probe) }
            #expect(refusal?.status == 503)
            store.mend()
            #expect(try await pending(probe) == [id])
            store.fail()
            for _ in 0..<10 { #expect(try await pending(probe) == [id]) }
            store.mend()
        }
    }

    @Test func twoWhoChangeTheSameAtATimeComeOneAfterTheOther() async throws {
        let store = MemoryStore()
        try await withFeature(BLE.self, settings: Self.settings([]), store: store) { probe in
            await withTaskGroup { group in
                for number in 0..<40 {
                    group.addTask {
                        let address = "C0:FF:EE:00:00:0\(number % 3)"
                        if number % 4 == 3 {
                            _ = try? await probe.call(.bleBeaconRemove, .init(beacon: "b\(number % 5)"), as: staff)
                        } else {
                            _ = try? await probe.call(
                                .bleBeaconPut, .init(beacon: "b\(number % 5)", zone: 1, address: address), as: staff)
                        }
                    }
                }
            }
            // What counts is what is kept, and nobody has another one's address.
            let kept = try await probe.store.collection(.beacons).query().items
            let shown = try await probe.call(.bleBeaconsAll, .init(), as: staff).items
            #expect(
                Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0.document.address) })
                    == Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0.address) }))
            #expect(Set(kept.map(\.document.address)).count == kept.count)
        }
    }

    @Test func aSignatureThatStaffEncodeIsBelieved() async throws {
        try await withFeature(BLE.self, settings: Self.settings([.paddock, .chief], trust: .signed)) { probe in
            for request in [
                Encode(beacon: "paddock", mode: .redFlag), Encode(beacon: "chief", zone: 9, mode: .evacuation),
                Encode(staff: 8, zone: 10, mode: .normal),
            ] {
                // Its number is cut from the time.
                await probe.advance(.milliseconds(1))
                let encoded = try await probe.call(.bleEncode, request, as: staff)
                #expect(encoded.signed && encoded.renew != nil)
                let outcome = try await probe.call(
                    .blePost,
                    .init(
                        gateway: "north",
                        advertisements: [.init(address: "AA:00:00:00:00:01", rssi: -60, data: encoded.advertisement)]),
                    as: gateway)
                #expect(outcome.published == 1)
                let sighting = try await probe.expect(.bleSighted)
                #expect(sighting.trust == .signed && sighting.sequence == encoded.sequence)
                #expect(sighting.ttl == .seconds(request.beacon == "paddock" ? 10 : 60))
            }
        }
    }
}
