internal import BeaconRanging
internal import BluetoothCaptures
internal import CircuitBeacons
internal import FeatureKit

/// The gateways, and what each has heard; the time is an argument.
///
/// They share the host's clock, so they share what was said: a word is news once, whichever hears it first.
struct GatewayTable: Sendable {
    private struct Gateway {
        var heard = Heard()
        /// When it last made any request.
        var seen: Timestamp?
        /// Whether it waits for its commands.
        var isPolling = false
    }

    private(set) var names: [String] = []
    private var memory = SequenceMemory()
    private var gateways: [String: Gateway] = [:]

    init(_ settings: BLE.Settings) { apply(settings) }

    /// Takes the gateways of other settings; those in both keep what they heard.
    mutating func apply(_ settings: BLE.Settings) {
        names = settings.gateways
        let all = names.map { ($0, gateways[$0] ?? Gateway()) }
        gateways = Dictionary(all) { first, _ in first }
    }

    var reports: [SourceReport] {
        names.compactMap { name in
            gateways[name].map { gateway in
                SourceReport(name: name, kind: .gateway, state: .listening, lastSeen: gateway.seen)
                    .with(gateway.heard)
            }
        }
    }

    /// Takes that a gateway made a request; false where there is no such gateway.
    mutating func see(_ name: String, at now: Timestamp) -> Bool {
        gateways[name]?.seen = now
        return gateways[name] != nil
    }

    /// Lets a gateway wait for its commands; false where it waits already.
    mutating func beginPoll(_ name: String) -> Bool {
        guard gateways[name]?.isPolling == false else { return false }
        gateways[name]?.isPolling = true
        return true
    }

    mutating func endPoll(_ name: String) { gateways[name]?.isPolling = false }

    /// Takes what a gateway heard, and returns what became of it.
    mutating func hear(
        _ advertisements: ArraySlice<PostedAdvertisement.Read>, by name: String, in reception: inout Reception
    ) -> Tally {
        guard let heard = gateways[name]?.heard else { return Tally() }
        var receiver = Receiver(name)
        for read in advertisements {
            receiver.hear(
                read.advertisement, at: reception.now.before(read.ago), ago: read.ago, after: &memory, in: &reception)
        }
        gateways[name]?.heard = heard.adding(
            Heard(records: UInt64(advertisements.count), tally: receiver.tally, last: reception.now.wall))
        return receiver.tally
    }
}

/// What a gateway's radio heard of one sender.
///
/// Its shape takes nearly anything, since one advertisement that is wrong must not spoil the others.
@Record struct PostedAdvertisement: Equatable {
    /// The sender's address, such as C0:FF:EE:00:00:01.
    @Text(0...64) var address: String
    /// Whether the address is a random one.
    var random = true
    /// The signal's strength in dBm, where it was measured.
    var rssi: Int?
    /// The advertised data in hexadecimal digits.
    @Text(0...8_192) var data: String
    /// How long before the post it was heard, 60s at most.
    var ago: Duration = .zero
}

extension PostedAdvertisement {
    typealias Read = (advertisement: Advertisement, ago: Duration)

    static let longestAgo = Duration.seconds(60)

    func read() throws(Advertisement.TextProblem) -> Read {
        let advertisement = try Advertisement(address: address, isRandom: random, rssi: rssi, data: data)
        guard ago <= Self.longestAgo else { throw .init("ago: more than 60s") }
        return (advertisement, ago)
    }
}
