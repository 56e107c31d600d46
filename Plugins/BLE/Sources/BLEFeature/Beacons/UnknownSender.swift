internal import BLEContracts
internal import BluetoothCaptures
internal import CircuitBeacons
internal import FeatureKit

/// A sender that speaks as a beacon does and is not known.
@Record struct UnknownSender: Equatable {
    /// How many are remembered; anyone can invent them.
    static let most = 1_000

    /// The sender's address.
    @Text(17...17) var address: String
    /// Whether the address is a random one, which may change.
    var random: Bool
    /// The zone that it spoke of last.
    @In(0...65_535) var zone: Int
    /// What it said there.
    var mode: Sighting.Mode
    /// The staff number that it sent.
    @In(0...4_294_967_295) var staff: Int?
    /// How strong it was heard last, in dBm.
    @In(-128...127) var rssi: Int?
    /// Who heard it last.
    @Text(1...64) var listener: String
    /// How often it was heard.
    var times: Int64 = 0
    /// When it was heard first.
    var first: Timestamp
    /// When it was heard last.
    var heard: Timestamp

    init(_ word: Word, by listener: String, at heard: Timestamp) {
        self.init(
            address: word.advertisement.address.description, random: false, zone: 0, mode: .unknown,
            listener: listener, first: heard, heard: heard)
    }

    /// Takes a word of its address, whatever kind the address is said to be.
    mutating func hear(_ word: Word, by listener: String, at heard: Timestamp) {
        random = word.advertisement.address.kind & 1 == 1
        (zone, mode) = (Int(word.frame.zone), Sighting.Mode(word.frame.mode))
        (staff, rssi) = (word.frame.sender.staff.map(Int.init), word.advertisement.rssi.map(Int.init))
        if self.listener != listener { self.listener = listener }
        times &+= 1
        (first, self.heard) = (min(first, heard), max(self.heard, heard))
    }
}

/// A frame with what was heard around it.
struct Word {
    let frame: BeaconFrame
    /// What follows the company's number.
    let payload: ArraySlice<UInt8>
    /// What follows the company's number in a signature beside it.
    let signature: ArraySlice<UInt8>?
    let advertisement: Advertisement
}

extension Sighting.Mode {
    // In the order of the bytes that beacons send.
    private static let sent: [Self] = [.normal, .safetyCar, .redFlag, .evacuation]

    /// Reads a beacon's byte.
    init(_ byte: UInt8) { self = byte < 4 ? Self.sent[Int(byte)] : .unknown }
}
