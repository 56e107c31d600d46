internal import BeaconRanging
internal import BluetoothCaptures
internal import Crypto
internal import FeatureKit
internal import Files
internal import MQTT
internal import Replay

/// An MQTT broker to which gateways publish what their radios hear.
@Record struct BrokerSettings: Equatable {
    /// The broker's name among the sources.
    @Text(1...64) var name = "mqtt"
    /// The broker's address.
    @Text(1...255) var host: String
    /// The broker's port.
    @In(1...65_535) var port = 1883
    /// The topics that gateways publish to; the level that `+` stands for is the gateway's name.
    @Text(1...200) var topic = "gateways/+/advertisements"
    /// The name to sign in with.
    @Text(1...200) var user: String?
    /// The password to sign in with.
    var password: Secret?
    /// The certificates that the broker's is checked against; without them the connection is not encrypted.
    var ca: FilePath?

    /// The gateway that published to a topic; nil where none is named.
    func gateway(of topic: String) -> String? {
        guard let place = self.topic.split(separator: "/", omittingEmptySubsequences: false).firstIndex(of: "+")
        else { return nil }
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        return place < levels.count ? String(levels[place]) : nil
    }
}

/// Listens to what gateways publish to an MQTT broker.
///
/// A message is a list of advertisements as gateways post them, or one as OpenMQTTGateway has it:
/// `{"id": "C0:FF:EE:00:00:01", "rssi": -60, "manufacturerdata": "3412…"}`.
final class BrokerSource: Source {
    let name: String
    let kind = SourceReport.Kind.broker
    private let settings: BrokerSettings
    private let pipeline: ReceivePipeline

    init(_ settings: BrokerSettings, _ pipeline: ReceivePipeline) {
        (name, self.settings, self.pipeline) = (settings.name, settings, pipeline)
    }

    func listen(_ runner: SourceRunner) async throws -> Duration? {
        let subscription = MQTTSubscription(
            host: settings.host, port: settings.port, topic: settings.topic, user: settings.user,
            password: settings.password?.reveal(), certificates: settings.ca?.text)
        try await MQTTConnection(subscription, runner.begin) { [self] in runner.add(take($0)) }.run()
        return nil
    }

    /// Takes a message of a gateway, and returns what became of it.
    func take(_ message: MQTTConnection.Message) -> Heard {
        var tally = Tally()
        if let gateway = settings.gateway(of: message.topic),
            pipeline.change({ $0.gateways.see(gateway, at: $0.reception.now.wall) })
        {
            let posted = Self.read(message.payload)
            let (outcome, heard) = pipeline.take(posted ?? [], by: gateway)
            tally = heard
            for _ in 0..<(posted == nil ? 1 : outcome.problems.count) { tally.count(.brokenEvent) }
        } else {
            tally.count(.unknownGateway)
        }
        return Heard(records: 1, tally: tally, last: pipeline.clock.now)
    }

    static func read(_ payload: [UInt8]) -> [PostedAdvertisement]? {
        if let posted = try? [PostedAdvertisement](json: payload) { return posted }
        guard case .object(let members)? = try? Value(json: payload), case .text(let address)? = members["id"],
            case .text(let company)? = members["manufacturerdata"], company.utf8.count.isMultiple(of: 2)
        else { return nil }
        var rssi: Int?
        if case .integer(let number)? = members["rssi"] { rssi = Int(number) }
        let length = UInt8(clamping: company.utf8.count / 2 + 1)
        let data = Hex.text([length, ADStructures.manufacturer]) + company
        return [PostedAdvertisement(address: address, rssi: rssi, data: data)]
    }
}
