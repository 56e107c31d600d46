import BLEContracts
import BeaconRanging
import FeatureKit
import LibraryTestSupport
import Testing

@testable import BLEFeature

@Suite struct PresenceTests {
    @Test func aBeaconComesAndGoesAndIsToldOnce() {
        var ear = Ear([.grandstand])
        #expect(ear.statuses().isEmpty)
        _ = ear.hear(zone: 1001)
        #expect(ear.statuses() == [BeaconStatus(beacon: "grandstand", zone: 1001, online: true, heard: ear.wall)])
        for _ in 0..<10 {
            ear.uptime += .seconds(50)
            _ = ear.hear(zone: 1001)
            _ = ear.check()
        }
        #expect(ear.statuses().isEmpty)
        let last = ear.uptime
        ear.uptime += .milliseconds(59_999)
        #expect(ear.check() == last + .seconds(60))
        #expect(ear.statuses().isEmpty)
        ear.uptime += .milliseconds(1)
        ear.wall = ear.wall.advanced(by: .seconds(60))
        #expect(ear.check() == nil)
        let heard = ear.wall.advanced(by: .seconds(-60))
        #expect(ear.statuses() == [BeaconStatus(beacon: "grandstand", zone: 1001, online: false, heard: heard)])
        ear.uptime += .seconds(600)
        #expect(ear.check() == nil && ear.statuses().isEmpty)
    }

    @Test func oneThatWasNeverHeardIsToldOnceTheSilenceIsLong() {
        var ear = Ear([.grandstand, .marshal])
        ear.uptime += .milliseconds(59_999)
        #expect(ear.check() == .seconds(1_060))
        #expect(ear.statuses().isEmpty)
        ear.uptime += .milliseconds(1)
        #expect(ear.check() == nil)
        #expect(ear.statuses().map(\.online) == [false, false])
        #expect(ear.registry.lastStatuses(at: ear.now).map(\.isGone) == [true, true])
    }

    @Test func whatIsRefusedIsNotHeard() {
        var ear = Ear([.gate, .grandstand])
        _ = ear.hear(from: "C0:FF:EE:00:00:03")
        _ = ear.hear(zone: 7)
        #expect(ear.registry.all.allSatisfy { !$0.state.isOnline && $0.state.last == nil && $0.state.refused == 1 })
        // Nor is one that only has an address where signatures are asked for.
        ear = Ear([.grandstand], trust: .signed)
        _ = ear.hear(zone: 1001)
        #expect(ear.state("grandstand")?.isOnline == false)
    }

    @Test func whatIsRepeatedIsHeardAllTheSame() {
        var ear = Ear([.grandstand])
        let data = Events.beacon(Events.frame(sequence: 1))
        #expect(ear.hear(data) == .published(.listed, "grandstand"))
        ear.uptime += .seconds(3)
        #expect(ear.hear(data) == .refused(.repeated))
        let state = ear.state("grandstand")
        #expect(state?.last == ear.uptime && state?.times == 2)
        #expect(state?.said == .init(zone: 1001, mode: .normal, sequence: 1))
    }

    @Test func whatAGatewayHeardLongAgoWakesNoBeacon() {
        var ear = Ear([.grandstand], gateways: ["north"], by: "north", offline: .seconds(5))
        _ = ear.hear(zone: 1001, ago: .seconds(5))
        #expect(ear.state("grandstand")?.isOnline == false)
        _ = ear.hear(zone: 1001, ago: .seconds(4))
        #expect(ear.state("grandstand")?.isOnline == true)
        // A second later it has been silent for five.
        #expect(ear.check() == ear.uptime + .seconds(1))
        ear.uptime += .seconds(1)
        #expect(ear.check() == nil && ear.state("grandstand")?.isOnline == false)
        // What comes late takes nothing back.
        _ = ear.hear(zone: 1001)
        _ = ear.hear(zone: 1001, ago: .seconds(4))
        #expect(ear.state("grandstand")?.last == ear.uptime && ear.state("grandstand")?.first == .seconds(995))
    }

    @Test func gatewaysReportWhatRadioDoesNot() {
        var ear = Ear([.grandstand], gateways: ["north", "south"])
        func report(_ report: BeaconReport, by gateway: String) -> Bool {
            ear.registry.take(report, by: gateway, now: ear.uptime)
        }
        func near() -> String? { ear.state("grandstand")?.nearGateway(at: ear.uptime, silence: .seconds(60)) }
        let full = BeaconReport(beacon: "grandstand", battery: 80, brightness: 50, mode: .redFlag)
        #expect(report(full, by: "north"))
        #expect(ear.statuses().map(\.battery) == [80])
        #expect(ear.state("grandstand")?.shows == .redFlag && ear.state("grandstand")?.isOnline == true)
        #expect(near() == "north")
        // What is not said stays, and the same is no news.
        #expect(report(BeaconReport(beacon: "grandstand", battery: 80), by: "north"))
        #expect(report(BeaconReport(beacon: "grandstand"), by: "north"))
        #expect(ear.statuses().isEmpty && ear.state("grandstand")?.brightness == 50)
        #expect(report(BeaconReport(beacon: "grandstand", battery: 79), by: "south"))
        #expect(ear.statuses().map(\.battery) == [79])
        #expect(!report(BeaconReport(beacon: "nobody"), by: "north"))
        // A recording is no gateway; the one that heard it last is.
        _ = ear.hear(zone: 1001, by: "lap")
        #expect(ear.state("grandstand")?.listener == "lap" && near() == "south")
        _ = ear.hear(zone: 1001, by: "north")
        #expect(near() == "north")
        ear.uptime += .seconds(60)
        #expect(near() == nil)
    }

    @Test func aBeaconThatIsRemovedHasALastStatusWhereItHadAny() {
        var ear = Ear([.grandstand])
        let kept = KnownBeacon(id: "kept", zone: 3, address: "C0:FF:EE:00:00:05")
        ear.registry.keep(kept, at: ear.uptime)
        ear.registry.remove("kept", at: ear.now)
        #expect(ear.registry["kept"] == nil && ear.statuses().isEmpty)
        ear.registry.keep(kept, at: ear.uptime)
        _ = ear.hear(zone: 3, from: "C0:FF:EE:00:00:05")
        _ = ear.statuses()
        ear.registry.remove("kept", at: ear.now)
        #expect(
            ear.statuses() == [
                BeaconStatus(beacon: "kept", zone: 3, online: false, heard: ear.wall, isGone: true)
            ])
        // A status that was not published goes with it.
        ear.registry.keep(kept, at: ear.uptime)
        _ = ear.hear(zone: 3, from: "C0:FF:EE:00:00:05")
        ear.registry.remove("kept", at: ear.now)
        #expect(ear.statuses().isEmpty)
        #expect(ear.hear(zone: 3, from: "C0:FF:EE:00:00:05") == .refused(.notListed))
    }

    @Test func aBeaconWithAnotherAddressStartsAgain() {
        var ear = Ear()
        ear.registry.keep(KnownBeacon(id: "kept", zone: 3, address: "C0:FF:EE:00:00:05"), at: ear.uptime)
        _ = ear.hear(zone: 3, from: "C0:FF:EE:00:00:05")
        _ = ear.statuses()
        // With another name it is the same beacon.
        ear.registry.keep(KnownBeacon(id: "kept", name: "Kept", zone: 3, address: "C0:FF:EE:00:00:05"), at: ear.uptime)
        #expect(ear.statuses().map(\.name) == ["Kept"])
        #expect(ear.state("kept")?.isOnline == true)
        ear.registry.keep(KnownBeacon(id: "kept", zone: 3, address: "C0:FF:EE:00:00:06"), at: ear.uptime)
        #expect(ear.statuses() == [BeaconStatus(beacon: "kept", zone: 3, online: false)])
        #expect(ear.hear(zone: 3, from: "C0:FF:EE:00:00:05") == .refused(.notListed))
        #expect(ear.hear(zone: 3, from: "C0:FF:EE:00:00:06") == .published(.listed, "kept"))
    }

    /// Against a table of when each was heard: whatever happens, what was published last is how it is.
    @Test(arguments: Array(UInt64(1)...40)) func whatWasPublishedLastIsSo(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var ear = Ear(gateways: ["north"], by: "north", offline: .seconds(10))
        var known: [Int: Duration?] = [:]
        var published: [String: BeaconStatus] = [:]
        for _ in 0..<400 {
            let number = Int.random(in: 0..<6, using: &random)
            let address = "C0:FF:EE:00:00:0\(number)"
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                if known[number] == nil { known[number] = .some(nil) }
                ear.registry.keep(KnownBeacon(id: "\(number)", zone: 1, address: address), at: ear.uptime)
            case 1:
                ear.registry.remove("\(number)", at: ear.now)
                known[number] = nil
            case 2...6:
                let ago = Duration.seconds(Int.random(in: 0..<10, using: &random))
                _ = ear.hear(zone: 1, from: address, ago: ago)
                if let last = known[number] { known[number] = .some(max(last ?? .zero, ear.uptime - ago)) }
            default: ear.uptime += .seconds(Int.random(in: 0..<6, using: &random))
            }
            _ = ear.check()
            for status in ear.statuses() { published[status.beacon] = status.isGone == true ? nil : status }
            for (number, last) in known {
                let online = last.map { $0 + .seconds(10) > ear.uptime } ?? false
                #expect(ear.state("\(number)")?.isOnline == online)
                if online || published["\(number)"] != nil { #expect(published["\(number)"]?.online == online) }
            }
            #expect(published.keys.allSatisfy { Int($0).map { known[$0] != nil } ?? false })
        }
    }
}
