import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct PresenceTests {
    /// What there is to tell now.
    private func news(_ ear: inout Ear) -> [BeaconTold] {
        ear.knowledge.registry.takeSigns().hasNews ? ear.knowledge.registry.takeNews(wall: ear.wall) : []
    }

    @Test func aBeaconComesAndGoesAndIsToldOnce() {
        var ear = Ear([.grandstand])
        #expect(news(&ear).isEmpty)
        _ = ear.hear(zone: 1001)
        #expect(news(&ear) == [BeaconTold(beacon: "grandstand", zone: 1001, online: true, heard: ear.wall)])
        for _ in 0..<10 {
            ear.uptime += .seconds(50)
            _ = ear.hear(zone: 1001)
            #expect(ear.tick(ear.uptime) == ear.uptime + .seconds(60))
        }
        #expect(news(&ear).isEmpty)
        #expect(ear.tick(ear.uptime + .milliseconds(59_999)) == ear.uptime + .seconds(60))
        #expect(news(&ear).isEmpty)
        let last = ear.uptime
        ear.uptime += .seconds(60)
        ear.wall = ear.wall.advanced(by: .seconds(60))
        #expect(ear.tick(ear.uptime) == nil)
        let heard = ear.wall.advanced(by: last - ear.uptime)
        #expect(news(&ear) == [BeaconTold(beacon: "grandstand", zone: 1001, online: false, heard: heard)])
        #expect(ear.tick(ear.uptime + .seconds(600)) == nil)
        #expect(news(&ear).isEmpty)
    }

    @Test func whoWasNeverHeardIsToldOnceTheSilenceIsLong() {
        var registry = Registry(BLE.Settings(beacons: [.grandstand, .marshal]))
        #expect(registry.tick(.milliseconds(59_999)) == .seconds(60))
        let signs = registry.takeSigns()
        #expect(!signs.hasNews)
        #expect(registry.tick(.seconds(60)) == nil)
        #expect(registry.takeNews(wall: Ear.wall).map(\.online) == [false, false])
        #expect(registry.lastWords(wall: Ear.wall).map(\.isGone) == [true, true])
    }

    @Test func whatIsRefusedIsNotHeard() {
        var ear = Ear([.gate, .grandstand])
        _ = ear.hear(from: "C0:FF:EE:00:00:03")
        _ = ear.hear(zone: 7)
        #expect(ear.registry.all.allSatisfy { !$0.state.isOnline && $0.state.last == nil && $0.state.refused == 1 })
        // Nor is somebody who only has an address where signatures are asked for.
        ear = Ear([.grandstand], trust: .signed)
        _ = ear.hear(zone: 1001)
        #expect(ear.registry["grandstand"]?.state.isOnline == false)
    }

    @Test func whatIsRepeatedIsHeardAllTheSame() {
        var ear = Ear([.grandstand])
        let data = Events.beacon(Events.frame(sequence: 1))
        #expect(ear.hear(data) == .published(.listed, "grandstand"))
        ear.uptime += .seconds(3)
        #expect(ear.hear(data) == .refused(.repeated))
        #expect(ear.registry["grandstand"]?.state.last == ear.uptime)
        #expect(ear.registry["grandstand"]?.state.times == 2)
        #expect(ear.registry["grandstand"]?.state.said == .init(zone: 1001, mode: .normal, sequence: 1))
    }

    @Test func whatAGatewayHeardLongAgoWakesNobody() {
        var ear = Ear([.grandstand], gateways: ["north"], by: "north", offline: .seconds(5))
        _ = ear.hear(zone: 1001, ago: .seconds(5))
        #expect(ear.registry["grandstand"]?.state.isOnline == false)
        _ = ear.hear(zone: 1001, ago: .seconds(4))
        #expect(ear.registry["grandstand"]?.state.isOnline == true)
        // A second later it is silent for five.
        #expect(ear.tick(ear.uptime) == ear.uptime + .seconds(1))
        #expect(ear.tick(ear.uptime + .seconds(1)) == nil)
        #expect(ear.registry["grandstand"]?.state.isOnline == false)
        // What comes late takes nothing back.
        ear.uptime += .seconds(2)
        _ = ear.hear(zone: 1001)
        _ = ear.hear(zone: 1001, ago: .seconds(4))
        #expect(ear.registry["grandstand"]?.state.last == ear.uptime)
        // It was heard first by whoever came first.
        #expect(ear.registry["grandstand"]?.state.first == .seconds(995))
    }

    @Test func itRingsOnlyWhereSomebodyIsDueEarlier() {
        var ear = Ear([.grandstand, .marshal], gateways: ["north"], by: "north")
        _ = ear.tick(ear.uptime)
        #expect(ear.rings() == false)
        _ = ear.hear(zone: 1001)
        #expect(ear.rings() == true)
        ear.uptime += .seconds(1)
        _ = ear.hear(zone: 1001)
        _ = ear.hear(zone: 1, staff: 7)
        #expect(ear.rings() == false)
        // Due after 60 - 9 s, and whoever sleeps does so for 60 from a second ago.
        _ = ear.hear(zone: 1, staff: 7, ago: .seconds(9))
        #expect(ear.rings() == false)
        ear.keep(KnownBeacon(id: "new", zone: 3, address: "C0:FF:EE:00:00:05"))
        _ = ear.hear(zone: 3, from: "C0:FF:EE:00:00:05", ago: .seconds(9))
        #expect(ear.rings() == true)
    }

    @Test func gatewaysTellWhatRadioDoesNot() {
        var ear = Ear([.grandstand], gateways: ["north", "south"])
        let beat = BeaconBeat(beacon: "grandstand", battery: 80, brightness: 50, mode: .redFlag)
        #expect(ear.beat(beat, by: "north") == true)
        #expect(news(&ear).map(\.battery) == [80])
        #expect(ear.registry["grandstand"]?.state.shows == .redFlag)
        #expect(ear.registry["grandstand"]?.state.isOnline == true)
        #expect(ear.registry.gateway(of: "grandstand") == "north")
        // What is not said stays, and the same is no news.
        #expect(ear.beat(BeaconBeat(beacon: "grandstand", battery: 80), by: "north") == true)
        #expect(ear.beat(BeaconBeat(beacon: "grandstand"), by: "north") == true)
        #expect(news(&ear).isEmpty)
        #expect(ear.registry["grandstand"]?.state.brightness == 50)
        #expect(ear.beat(BeaconBeat(beacon: "grandstand", battery: 79), by: "south") == true)
        #expect(news(&ear).map(\.battery) == [79])
        #expect(ear.beat(BeaconBeat(beacon: "nobody"), by: "north") == false)
        // A recording is no gateway; the one that heard it last is.
        _ = ear.hear(zone: 1001, by: "lap")
        #expect(ear.registry["grandstand"]?.state.listener == "lap")
        #expect(ear.registry.gateway(of: "grandstand") == "south")
        _ = ear.hear(zone: 1001, by: "north")
        #expect(ear.registry.gateway(of: "grandstand") == "north")
        ear.knowledge.registry.move(to: ear.uptime + .seconds(60))
        #expect(ear.registry.gateway(of: "grandstand") == nil)
    }

    @Test func whoIsRemovedHasALastWordWhereAnybodyWasTold() {
        var ear = Ear([.grandstand])
        let kept = KnownBeacon(id: "kept", zone: 3, address: "C0:FF:EE:00:00:05")
        ear.keep(kept)
        #expect(ear.remove("kept") == nil)
        #expect(ear.registry["kept"] == nil)
        ear.keep(kept)
        _ = ear.hear(zone: 3, from: "C0:FF:EE:00:00:05")
        _ = news(&ear)
        let last = ear.remove("kept")
        #expect(last == BeaconTold(beacon: "kept", zone: 3, online: false, heard: ear.wall, isGone: true))
        // Its news goes with it, and its place is another one's.
        ear.keep(kept)
        _ = ear.hear(zone: 3, from: "C0:FF:EE:00:00:05")
        _ = ear.remove("kept")
        ear.keep(KnownBeacon(id: "next", zone: 4, address: "C0:FF:EE:00:00:06"))
        #expect(news(&ear).isEmpty)
        #expect(ear.hear(zone: 4, from: "C0:FF:EE:00:00:06") == .published(.listed, "next"))
        #expect(ear.hear(zone: 3, from: "C0:FF:EE:00:00:05") == .refused(.notListed))
        // The document's stay.
        #expect(ear.remove("grandstand") == nil)
        #expect(ear.registry["grandstand"] != nil)
    }

    @Test func whoGetsAnotherAddressBeginsAnew() {
        var ear = Ear()
        ear.keep(KnownBeacon(id: "kept", zone: 3, address: "C0:FF:EE:00:00:05"))
        _ = ear.hear(zone: 3, from: "C0:FF:EE:00:00:05")
        _ = news(&ear)
        // Another name is another word on the same.
        ear.keep(KnownBeacon(id: "kept", name: "Kept", zone: 3, address: "C0:FF:EE:00:00:05"))
        #expect(news(&ear).map(\.name) == ["Kept"])
        #expect(ear.registry["kept"]?.state.isOnline == true)
        ear.keep(KnownBeacon(id: "kept", zone: 3, address: "C0:FF:EE:00:00:06"))
        #expect(news(&ear) == [BeaconTold(beacon: "kept", zone: 3, online: false)])
        #expect(ear.hear(zone: 3, from: "C0:FF:EE:00:00:05") == .refused(.notListed))
        #expect(ear.hear(zone: 3, from: "C0:FF:EE:00:00:06") == .published(.listed, "kept"))
    }

    /// Against a table of who was heard when: whatever happens, what was told last is how it is.
    @Test(arguments: Array(UInt64(1)...40)) func whatWasToldLastIsSo(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var ear = Ear(gateways: ["north"], by: "north", offline: .seconds(10))
        var known: [Int: Duration?] = [:]
        var told: [String: BeaconTold] = [:]
        func tell(_ words: [BeaconTold]) { for word in words { told[word.beacon] = word.isGone == true ? nil : word } }
        for _ in 0..<400 {
            let number = Int.random(in: 0..<6, using: &random)
            let address = "C0:FF:EE:00:00:0\(number)"
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                let isNew = known[number] == nil
                ear.keep(KnownBeacon(id: "\(number)", zone: 1, address: address))
                if isNew { known[number] = .some(nil) }
            case 1:
                tell(ear.knowledge.registry.remove("\(number)", wall: ear.wall).map { [$0] } ?? [])
                known[number] = nil
            case 2...6:
                let ago = Duration.seconds(Int.random(in: 0..<10, using: &random))
                _ = ear.hear(zone: 1, from: address, ago: ago)
                if let last = known[number] { known[number] = .some(max(last ?? .zero, ear.uptime - ago)) }
            default:
                ear.uptime += .seconds(Int.random(in: 0..<6, using: &random))
                _ = ear.tick(ear.uptime)
            }
            tell(news(&ear))
            _ = ear.tick(ear.uptime)
            tell(news(&ear))
            for (number, last) in known {
                let online = last.map { $0 + .seconds(10) > ear.uptime } ?? false
                #expect(ear.registry["\(number)"]?.state.isOnline == online)
                if online || told["\(number)"] != nil { #expect(told["\(number)"]?.online == online) }
            }
            #expect(told.keys.allSatisfy { Int($0).map { known[$0] != nil } ?? false })
        }
    }
}
