import BLEContracts
import FeatureKit
import FeatureTestKit
import Testing

@testable import BLEFeature

@Suite(.timeLimit(.minutes(2))) struct BrokerTests {
    private func payload(sequence: UInt16) -> String {
        let data = digits(Events.beacon(Events.frame(sequence: sequence)))
        return #"[{"address": "C0:FF:EE:00:00:01", "rssi": -60, "data": "\#(data)"}]"#
    }

    private func report(_ probe: Probe, until isSo: (SourceReport) -> Bool) async throws -> SourceReport {
        while true {
            let reports = try await probe.call(BeaconService.sourcesRoute, Nothing(), as: .staff)
            let report = try #require(reports.sources.first { $0.kind == .broker })
            if isSo(report) { return report }
            await Task.yield()
        }
    }

    @Test(.enabled(if: Broker.isInstalled, "mosquitto is not installed"))
    func whatGatewaysPublishToABrokerIsHeard() async throws {
        let broker = try await Broker()
        let settings = BLE.Settings(
            gateways: ["north"], brokers: [.init(host: "127.0.0.1", port: broker.port)], trust: .anyone)
        try await withFeature(BLE.self, settings: settings) { probe in
            _ = try await report(probe) { $0.state == .listening }
            try broker.publish(payload(sequence: 1), to: "gateways/north/advertisements")
            _ = try await report(probe) { $0.records == 1 }
            let sighting = try await probe.expect(.bleSighted)
            #expect(sighting.listener == "north" && sighting.sequence == 1 && sighting.rssi == -60)
            try broker.publish(payload(sequence: 2), to: "gateways/west/advertisements")
            try broker.publish("?", to: "gateways/north/advertisements")
            try broker.publish(payload(sequence: 1), to: "gateways/north/advertisements")
            try broker.publish(payload(sequence: 2), to: "gateways/north/other")
            let report = try await report(probe) { $0.records == 4 }
            #expect(report.published == 1 && report.name == "mqtt")
            #expect(report.refused == ["unknown gateway": 1, "broken event": 1, "repeated": 1])
        }
    }

    @Test(.enabled(if: Broker.isInstalled, "mosquitto is not installed"))
    func aBrokerThatComesLaterOrGoesIsTriedAgain() async throws {
        let port = try Broker.freePort()
        let settings = BLE.Settings(
            gateways: ["north"], brokers: [.init(host: "127.0.0.1", port: port)], trust: .anyone)
        try await withFeature(BLE.self, settings: settings) { probe in
            let waiting = try await report(probe) { $0.state == .waiting && $0.tries == 1 }
            #expect(waiting.why?.hasPrefix("the broker at 127.0.0.1:\(port): ") == true)
            do {
                let broker = try await Broker(port: port)
                await probe.clock.sleepers(atLeast: 1)
                await probe.advance(.seconds(1))
                _ = try await report(probe) { $0.state == .listening }
                try broker.publish(payload(sequence: 1), to: "gateways/north/advertisements")
                _ = try await report(probe) { $0.records == 1 }
                _ = try await probe.expect(.bleSighted)
            }
            _ = try await report(probe) { $0.state == .waiting }
        }
    }

    @Test func topicsAndPayloadsAreReadAsTheSettingsSay() {
        let omg = BrokerSettings(host: "h", topic: "home/+/BTtoMQTT/#")
        #expect(omg.gateway(of: "home/north/BTtoMQTT/C0FFEE000001") == "north")
        #expect(BrokerSettings(host: "h", topic: "all").gateway(of: "all") == nil)
        #expect(BrokerSettings(host: "h", topic: "a/b/+").gateway(of: "a/b") == nil)
        let message =
            #"{"id": "C0:FF:EE:00:00:01", "name": "x", "rssi": -60, "manufacturerdata": "34120103E90000002A0A19"}"#
        #expect(
            BrokerSource.read(Array(message.utf8)) == [
                PostedAdvertisement(address: "C0:FF:EE:00:00:01", rssi: -60, data: "0cff34120103E90000002A0A19")
            ])
        for other in ["", "{}", "[1]", #"{"id": "a", "manufacturerdata": "341"}"#] {
            #expect(BrokerSource.read(Array(other.utf8)) == nil)
        }
    }
}
