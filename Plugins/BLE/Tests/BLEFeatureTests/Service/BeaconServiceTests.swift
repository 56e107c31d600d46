import BLEContracts
import BeaconRanging
import BluetoothCaptures
import FeatureKit
import FeatureTestKit
import NotificationsContracts
import Testing

@testable import BLEFeature

private let staff = Caller.user("eve", roles: ["staff"])

@Suite(.timeLimit(.minutes(2))) struct BeaconServiceTests {
    private static func settings(
        _ beacons: [KnownBeacon] = [.grandstand], trust: Sighting.Trust = .listed, offline: Duration = .seconds(60)
    ) -> BLE.Settings {
        .init(gateways: ["north", "south"], beacons: beacons, trust: trust, offline: offline)
    }

    private func post(
        _ probe: Probe, sequence: UInt16 = 1, by gateway: String = "north", zone: UInt16 = 1001,
        from address: String = Ear.address
    ) async throws {
        let data = Events.beacon(Events.frame(zone: zone, sequence: sequence))
        let outcome = try await probe.call(
            BeaconService.postRoute,
            .init(gateway: gateway, advertisements: [.init(address: address, rssi: -60, data: digits(data))]),
            as: .gateway(gateway))
        #expect(outcome.taken == 1)
    }

    private func order(_ probe: Probe, _ kind: Command.Kind = .PING, key: String? = nil) async throws -> Command.View {
        try await probe.call(
            BeaconService.commandRoute, .init(beacon: "grandstand", command: kind, idempotencyKey: key), as: staff)
    }

    private func pending(_ probe: Probe, _ name: String = "north") async throws -> [String] {
        try await probe.call(BeaconService.commandsPendingRoute, .init(gateway: name), as: .gateway(name)).items.map(
            \.id.text)
    }

    @Test func aBeaconFallsSilentExactlyWhenItIs() async throws {
        try await withFeature(BLE.self, settings: Self.settings()) { probe in
            try await post(probe)
            #expect(try await probe.expect(BeaconStatus.topic).online)
            await probe.advance(.seconds(40))
            try await post(probe, sequence: 2)
            await probe.advance(.milliseconds(59_999))
            await probe.expectNone(BeaconStatus.topic)
            await probe.advance(.milliseconds(1))
            #expect(try await !probe.expect(BeaconStatus.topic).online)
            try await post(probe, sequence: 3)
            #expect(try await probe.expect(BeaconStatus.topic).online)
        }
    }

    @Test func staffIsToldWhichBeaconIsSilentOrLow() async throws {
        let store = MemoryStore()
        let told = Lock<[String]>([])
        func serve(_ probe: Probe) throws {
            try probe.serve(.notificationsSend) { request, _ in
                told.withLock { $0.append("\(request.kind) \(request.texts["en"]?.title ?? "")") }
                return Done()
            }
            try probe.serve(.notificationsWithdraw) { request, _ in
                told.withLock { $0.append("over") }
                return Done()
            }
        }
        func battery(_ percent: Int, _ probe: Probe) async throws {
            _ = try await probe.call(
                BeaconService.heartbeatRoute,
                .init(gateway: "north", beacons: [BeaconReport(beacon: "grandstand", battery: percent)]),
                as: .gateway("north"))
            await probe.settle()
        }
        func news() -> [String] {
            told.withLock { all in
                defer { all = [] }
                return all
            }
        }
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            try serve(probe)
            try await post(probe)
            for percent in [16, 15, 3] { try await battery(percent, probe) }
            #expect(news() == ["ble.battery grandstand has a low battery"])
            await probe.advance(.seconds(61))
            #expect(news() == ["ble.silent grandstand is silent"])
        }
        // It is not told again after a restart, and taken back once.
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            try serve(probe)
            await probe.advance(.seconds(61))
            #expect(news() == [])
            try await battery(80, probe)
            #expect(news() == ["over", "over"])
        }
    }

    @Test func whoStaffPutHereOutlivesARestartAndIsForgottenWhole() async throws {
        let store = MemoryStore()
        let settings = Self.settings(offline: .seconds(5))
        try await withFeature(BLE.self, settings: settings, store: store) { probe in
            try await post(probe, zone: 5, from: "AA:00:00:00:00:01")
            let unknown = try await probe.call(BeaconService.unknownRoute, Nothing(), as: staff)
            #expect(unknown.items.map(\.address) == ["AA:00:00:00:00:01"] && unknown.items.map(\.zone) == [5])
            let put = try await probe.call(
                BeaconService.beaconPutRoute, .init(beacon: "new", zone: 5, address: "aa:00:00:00:00:01"), as: staff)
            #expect(put.address == "AA:00:00:00:00:01" && put.from == .staff && !put.online)
            #expect(try await probe.call(BeaconService.unknownRoute, Nothing(), as: staff).items.isEmpty)
            try await post(probe, sequence: 2, zone: 5, from: "AA:00:00:00:00:01")
            #expect(try await probe.expect(.bleSighted).beacon == "new")
            _ = try await probe.call(BeaconService.commandRoute, .init(beacon: "new", command: .PING), as: staff)
        }
        try await withFeature(BLE.self, settings: settings, store: store) { probe in
            let shown = try await probe.call(BeaconService.beaconRoute, .init(beacon: "new"), as: staff)
            #expect(shown.zone == 5 && shown.pending == 1 && !shown.online && shown.heard == nil)
            let taken = try await pending(probe)
            #expect(taken.count == 1)
            try await post(probe, zone: 5, from: "AA:00:00:00:00:01")
            #expect(try await probe.expect(BeaconStatus.topic).online)
            // Also where a gateway may be doing something just now.
            _ = try await probe.call(BeaconService.beaconRemoveRoute, .init(beacon: "new"), as: staff)
            #expect(try await probe.expect(BeaconStatus.topic).isGone == true)
            #expect(try await pending(probe) == [])
            let history = try await probe.call(BeaconService.commandHistoryRoute, .init(beacon: "new"), as: staff)
            #expect(history.items.map(\.state) == [.CANCELLED])
            let late = try await probe.refusal {
                try await probe.call(
                    BeaconService.commandDoneRoute, .init(gateway: "north", command: ID(taken[0]), executed: true),
                    as: .gateway())
            }
            #expect(late == BLERefusal.over(state: .CANCELLED).answer)
            #expect(
                try await probe.refusal {
                    try await probe.call(BeaconService.beaconRoute, .init(beacon: "new"), as: staff)
                }
                    == BLERefusal.noBeacon.answer)
        }
    }

    @Test func theDocumentComesFirst() async throws {
        let store = MemoryStore()
        try await withFeature(BLE.self, settings: Self.settings([]), store: store) { probe in
            for (id, address) in [("grandstand", "C0:FF:EE:00:00:08"), ("same", "C0:FF:EE:00:00:01")] {
                _ = try await probe.call(
                    BeaconService.beaconPutRoute, .init(beacon: id, zone: 1, address: address), as: staff)
            }
            _ = try await probe.call(
                BeaconService.beaconPutRoute, .init(beacon: "own", zone: 1, address: "C0:FF:EE:00:00:09"), as: staff)
            _ = try await probe.call(BeaconService.commandRoute, .init(beacon: "same", command: .PING), as: staff)
        }
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            #expect(
                probe.log.messages(.warning) == [
                    "a beacon that staff added is left aside: the settings have it",
                    "a beacon that staff added is left aside: the settings have it",
                ])
            let all = try await probe.call(BeaconService.beaconsAllRoute, .init(), as: staff)
            #expect(all.items.map(\.id) == ["grandstand", "own"] && all.items.map(\.from) == [.document, .staff])
            #expect(all.items.map(\.address) == ["C0:FF:EE:00:00:01", "C0:FF:EE:00:00:09"])
            // What waited for one that is not known any more is over.
            #expect(try await pending(probe) == [])
            for route in 0..<2 {
                let refusal = try await probe.refusal {
                    if route == 0 {
                        _ = try await probe.call(
                            BeaconService.beaconRemoveRoute, .init(beacon: "grandstand"), as: staff)
                    } else {
                        _ = try await probe.call(
                            BeaconService.beaconPutRoute,
                            .init(beacon: "grandstand", zone: 1, address: "C0:FF:EE:00:00:07"), as: staff
                        )
                    }
                }
                #expect(refusal == BLERefusal.inTheDocument.answer)
            }
            // One that was left aside can be taken away.
            _ = try await probe.call(BeaconService.beaconRemoveRoute, .init(beacon: "same"), as: staff)
            let same = try await probe.store.collection(StaffBeacon.documents).get("same")
            #expect(same == nil)
        }
    }

    @Test func commandsOutliveARestartAndTakersToo() async throws {
        let store = MemoryStore()
        var ids: [String] = []
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            for _ in 0..<3 { ids.append(try await order(probe).id.text) }
            #expect(try await pending(probe) == ids)
            #expect(try await pending(probe, "south") == ids)
        }
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            #expect(try await pending(probe) == ids)
            let taken = try await probe.refusal {
                try await probe.call(BeaconService.commandCancelRoute, .init(command: ID(ids[0])), as: staff)
            }
            #expect(taken == BLERefusal.taken.answer)
            for _ in 0..<2 {
                let done = try await probe.call(
                    BeaconService.commandDoneRoute, .init(gateway: "north", command: ID(ids[0]), executed: true),
                    as: .gateway())
                #expect(done.state == .EXECUTED)
            }
            let other = try await probe.refusal {
                try await probe.call(
                    BeaconService.commandDoneRoute,
                    .init(gateway: "north", command: ID(ids[0]), executed: false, why: "no"), as: .gateway())
            }
            #expect(other == BLERefusal.answeredOtherwise(state: .EXECUTED).answer)
            #expect(try await pending(probe) == Array(ids.dropFirst()))
            ids.append(try await order(probe).id.text)
            #expect(try await pending(probe, "south") == Array(ids.dropFirst()))
        }
    }

    @Test func askingAgainChangesNothing() async throws {
        let store = MemoryStore()
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            let one = try await order(probe, key: "k")
            #expect(try await order(probe, key: "k") == one)
            #expect(try await probe.refusal { try await order(probe, .RESTART, key: "k") }?.code == "key-reused")
            // Somebody else's key is another one.
            let other = try await probe.call(
                BeaconService.commandRoute, .init(beacon: "grandstand", command: .PING, idempotencyKey: "k"),
                as: .user("ada", roles: ["staff"]))
            #expect(other.id != one.id)
            _ = try await pending(probe)
            let done = try await probe.call(
                BeaconService.commandDoneRoute, .init(gateway: "north", command: one.id, executed: true), as: .gateway()
            )
            #expect(done.state == .EXECUTED)
            // The same question gets the same answer, whatever has become of the command.
            #expect(try await order(probe, key: "k") == one)
        }
        try await withFeature(BLE.self, settings: Self.settings(), store: store) { probe in
            let again = try await order(probe, key: "k").state
            #expect(again == .PENDING)
        }
    }

    @Test func onlySoManyWaitAndAreKept() async throws {
        let most = Int64(Command.mostOfBeacon)
        try await withFeature(
            BLE.self, settings: Self.settings([.grandstand, .marshal]),
            prepare: { store, _ in
                let commands = try store.collection(Command.documents)
                for order in 1...most {
                    var command = Command(beacon: "grandstand", command: .PING, order: order, made: Ear.wall)
                    command.state = .EXECUTED
                    try await commands.insert(command)
                }
            }
        ) { probe in
            for _ in 0..<Command.mostPendingOfBeacon { _ = try await order(probe) }
            let refusal = try await probe.refusal { try await order(probe) }
            #expect(refusal?.code == "too-many" && refusal?.status == 409)
            #expect(refusal?.detail == "100 commands wait for this beacon already.")
            #expect(refusal?.retryAfter == Command.life)
            // Another beacon is not concerned.
            _ = try await probe.call(BeaconService.commandRoute, .init(beacon: "marshal", command: .PING), as: staff)
            let commands = try probe.store.collection(Command.documents)
            let kept = try await commands.count(where: [.equals("beacon", "grandstand")])
            #expect(kept == Int(most))
            let oldest = try await commands.query(order: .by("order"), limit: 1).items
            #expect(oldest.map(\.document.order) == [101])
            let page = try await probe.call(
                BeaconService.commandHistoryRoute, .init(beacon: "grandstand", limit: 600), as: staff)
            let rest = try await probe.call(
                BeaconService.commandHistoryRoute, .init(beacon: "grandstand", limit: 600, after: page.next), as: staff)
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
            let id = try await order(probe).id.text
            store.fail()
            let refusal = try await probe.refusal { try await pending(probe) }
            #expect(refusal?.status == 503)
            store.repair()
            // It is handed, which changes it, and read again.
            for _ in 0..<2 { #expect(try await pending(probe) == [id]) }
            store.fail()
            for _ in 0..<10 { #expect(try await pending(probe) == [id]) }
            store.repair()
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
                            _ = try? await probe.call(
                                BeaconService.beaconRemoveRoute, .init(beacon: "b\(number % 5)"), as: staff)
                        } else {
                            _ = try? await probe.call(
                                BeaconService.beaconPutRoute,
                                .init(beacon: "b\(number % 5)", zone: 1, address: address),
                                as: staff)
                        }
                    }
                }
            }
            // What counts is what is kept, and nobody has another one's address.
            let kept = try await probe.store.collection(StaffBeacon.documents).query().items
            let shown = try await probe.call(BeaconService.beaconsAllRoute, .init(), as: staff).items
            #expect(
                Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0.document.address) })
                    == Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0.address) }))
            #expect(Set(kept.map(\.document.address)).count == kept.count)
        }
    }

    @Test func aSignatureThatStaffEncodeIsBelieved() async throws {
        try await withFeature(BLE.self, settings: Self.settings([.paddock, .chief], trust: .signed)) { probe in
            for request in [
                EncodeRequest(beacon: "paddock", mode: .redFlag),
                EncodeRequest(beacon: "chief", zone: 9, mode: .evacuation),
                EncodeRequest(staff: 8, zone: 10, mode: .normal),
            ] {
                // Its number is cut from the time.
                await probe.advance(.milliseconds(1))
                let encoded = try await probe.call(BeaconService.encodeRoute, request, as: staff)
                #expect(encoded.signed && encoded.renew != nil)
                let outcome = try await probe.call(
                    BeaconService.postRoute,
                    .init(
                        gateway: "north",
                        advertisements: [.init(address: "AA:00:00:00:00:01", rssi: -60, data: encoded.advertisement)]),
                    as: .gateway())
                #expect(outcome.published == 1)
                let sighting = try await probe.expect(.bleSighted)
                #expect(sighting.trust == .signed && sighting.sequence == encoded.sequence)
                #expect(sighting.ttl == .seconds(request.beacon == "paddock" ? 10 : 60))
            }
        }
    }

    @Test func whileAGatewayIsToldItsCommandsItIsNotToldTwice() async throws {
        // Nothing piles up behind a store that hangs: each gateway has one question waiting at most.
        var table = GatewayTable(Self.settings())
        #expect(table.beginPoll("north") && !table.beginPoll("north") && table.beginPoll("south"))
        table.endPoll("north")
        #expect(table.beginPoll("north") && !table.beginPoll("nobody"))
    }

    @Test func aGatewayIsToldWhatToAdvertise() async throws {
        try await withFeature(BLE.self, settings: Self.settings([.chief, .grandstand])) { probe in
            func order(_ beacon: String, _ values: [String: Value]) async throws -> Command.View {
                try await probe.call(
                    BeaconService.commandRoute, .init(beacon: beacon, command: .ADVERTISE, values: values), as: staff)
            }
            let refusal = try await probe.refusal { try await order("chief", ["mode": "evacuation"]) }
            #expect(refusal == BLERefusal.zoneMissing.answer)
            _ = try await order("chief", ["mode": "evacuation", "zone": 9])
            await probe.advance(.seconds(1))
            func advertise() async throws -> EncodedReply? {
                try await probe.call(
                    BeaconService.commandsPendingRoute, .init(gateway: "north"), as: .gateway()
                ).items.first?.advertise
            }
            let first = try #require(try await advertise())
            #expect(try await advertise() == first)
            // In the next minute the word is the same and the signature is new.
            await probe.advance(.seconds(60))
            let second = try #require(try await advertise())
            #expect(second.payload == first.payload && second.advertisement != first.advertisement)
            let posted = PostedAdvertisement(address: "AA:00:00:00:00:01", rssi: -60, data: second.advertisement)
            _ = try await probe.call(
                BeaconService.postRoute, .init(gateway: "north", advertisements: [posted]), as: .gateway())
            let sighting = try await probe.expect(.bleSighted)
            #expect(sighting.mode == .evacuation && sighting.zone == 9 && sighting.trust == .signed)
        }
    }
}
