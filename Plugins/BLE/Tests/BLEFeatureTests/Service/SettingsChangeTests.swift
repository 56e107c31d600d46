import BLEContracts
import BeaconRanging
import FeatureKit
import Testing

@testable import BLEFeature

/// Settings that change while the module runs.
@Suite struct SettingsChangeTests {
    private func change(_ ear: inout Ear, _ change: (inout BLE.Settings) -> Void) -> [String] {
        var settings = ear.registry.settings
        change(&settings)
        return ear.reception.apply(settings)
    }

    @Test func aBeaconThatIsAddedIsHeardAndTheOthersStayAsTheyAre() {
        var ear = Ear([.grandstand], by: "north")
        _ = ear.hear(zone: 1001)
        _ = ear.statuses()
        let before = ear.state("grandstand")
        #expect(ear.hear(zone: 3, from: "C0:FF:EE:00:00:05") == .refused(.notListed))
        let new = KnownBeacon(id: "new", zone: 3, address: "C0:FF:EE:00:00:05")
        #expect(change(&ear) { $0.beacons.append(new) } == [])
        #expect(ear.state("grandstand") == before && ear.statuses().isEmpty)
        #expect(ear.registry.unknownSenders.count == 0)
        #expect(ear.hear(zone: 3, from: "C0:FF:EE:00:00:05") == .published(.listed, "new"))
    }

    @Test func aBeaconThatIsGoneHasALastStatus() {
        var ear = Ear([.grandstand, .marshal], by: "north")
        _ = ear.hear(zone: 1001)
        _ = ear.statuses()
        #expect(change(&ear) { $0.beacons.removeFirst() } == [])
        #expect(ear.statuses().map(\.isGone) == [true])
        #expect(ear.hear(zone: 1001) == .refused(.notListed))
        #expect(ear.hear(zone: 1, staff: 7) == .published(.listed, "marshal"))
    }

    @Test func twoThatSwapTheirAddressesAreWhatTheSettingsSay() {
        let (one, two) = ("C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02")
        var ear = Ear([KnownBeacon(id: "a", zone: 1, address: one), KnownBeacon(id: "b", zone: 1, address: two)])
        _ = change(&ear) { settings in
            (settings.beacons[0].address, settings.beacons[1].address) = (two, one)
        }
        #expect(ear.hear(zone: 1, from: one) == .published(.listed, "b"))
        #expect(ear.hear(zone: 1, from: two) == .published(.listed, "a"))
    }

    @Test func theSettingsComeBeforeWhatStaffAdded() {
        var ear = Ear()
        let kept = KnownBeacon(id: "kept", zone: 3, address: "C0:FF:EE:00:00:05")
        ear.registry.keep(kept, at: ear.uptime)
        let owner = KnownBeacon(id: "owner", zone: 4, address: "C0:FF:EE:00:00:05")
        #expect(change(&ear) { $0.beacons = [owner] } == ["kept"])
        #expect(ear.hear(zone: 4, from: "C0:FF:EE:00:00:05") == .published(.listed, "owner"))
        #expect(change(&ear) { $0.beacons = [kept] } == [])
        #expect(ear.registry["kept"]?.definition.isKept == false && ear.registry["owner"] == nil)
    }

    @Test func trustAndSilenceCountFromNowOn() {
        var ear = Ear([.grandstand])
        _ = change(&ear) { $0.trust = .signed }
        #expect(ear.hear(zone: 1001) == .refused(.notSigned))
        _ = change(&ear) { ($0.trust, $0.offline) = (.listed, .seconds(5)) }
        _ = ear.hear(zone: 1001)
        _ = ear.check()
        ear.uptime += .seconds(5)
        #expect(ear.check() == nil && ear.state("grandstand")?.isOnline == false)
    }

    @Test func aGatewayThatIsAddedKeepsWhatOthersHeard() {
        var table = GatewayTable(BLE.Settings(gateways: ["north"]))
        let known = [table.see("north", at: Ear.wall), table.see("south", at: Ear.wall)]
        #expect(known == [true, false])
        table.apply(BLE.Settings(gateways: ["south", "north"]))
        #expect(table.reports.map(\.name) == ["south", "north"])
        #expect(table.reports.map(\.lastSeen) == [nil, Ear.wall])
    }
}
