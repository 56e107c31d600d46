internal import BeaconRanging
internal import BluetoothCaptures
internal import Crypto
internal import FeatureKit

/// The gateways, and what each has heard; the time is an argument.
///
/// They share the host's clock, so they share what was said: a word is news once, whichever hears it first.
struct GatewayTable: Sendable {
    private struct Gateway {
        var receiver: Receiver
        var heard = Heard()
        /// When it last made any request.
        var seen: Timestamp?
        /// Whether it waits for its commands.
        var isPolling = false
    }

    private(set) var names: [String]
    private var memory = SequenceMemory()
    private var gateways: [String: Gateway]

    init(_ settings: BLE.Settings) {
        names = settings.gateways
        gateways = Dictionary(uniqueKeysWithValues: names.map { ($0, Gateway(receiver: Receiver($0))) })
    }

    /// Takes the gateways of other settings; those in both keep what they heard.
    mutating func apply(_ settings: BLE.Settings) {
        names = settings.gateways
        let former = gateways
        gateways = Dictionary(
            uniqueKeysWithValues: names.map { ($0, former[$0] ?? Gateway(receiver: Receiver($0))) })
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
        guard let place = gateways.index(forKey: name) else { return Tally() }
        let before = gateways.values[place].receiver.tally
        for read in advertisements {
            gateways.values[place].receiver.hear(
                read.advertisement, at: reception.now.before(read.ago), ago: read.ago, after: &memory, in: &reception)
        }
        gateways.values[place].heard.records += UInt64(advertisements.count)
        gateways.values[place].heard.tally = gateways.values[place].receiver.tally
        gateways.values[place].heard.last = reception.now.wall
        return gateways.values[place].receiver.tally.since(before)
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

    /// What is wrong with one advertisement of a post.
    struct Problem: Error, CustomStringConvertible { let description: String }

    static let longestAgo = Duration.seconds(60)
    /// Beyond what any radio measures.
    private static let strengths = -128...20
    /// What controllers say that did not measure the strength.
    private static let notMeasured = 127

    func read() throws(Problem) -> Read {
        guard let address = Advertisement.Address(self.address, isRandom: random) else {
            throw Problem(description: "address: \"\(self.address)\" is none such as C0:FF:EE:00:00:01")
        }
        let rssi = self.rssi == Self.notMeasured ? nil : self.rssi
        if let rssi, !Self.strengths.contains(rssi) {
            throw Problem(description: "rssi: \(rssi) is not between -128 and 20")
        }
        guard ago <= Self.longestAgo else { throw Problem(description: "ago: more than 60s") }
        let (digits, most) = (data.utf8.count, Advertisement.mostBytes)
        guard digits <= most * 2 else {
            throw Problem(
                description: "data: has \(digits) digits; no advertisement has more than \(most) bytes")
        }
        guard let bytes = Hex.bytes(data) else {
            throw Problem(description: "data: is not made of pairs of hexadecimal digits")
        }
        return (Advertisement(address: address, rssi: rssi.map(Int8.init(clamping:)), data: bytes[...]), ago)
    }
}
