internal import BLEContracts
internal import BluetoothCaptures
internal import CircuitBeacons
internal import FeatureKit

/// A sender that speaks as a beacon does and is not known.
struct Stranger: Sendable, Equatable {
    /// How many are remembered; anyone can invent them.
    static let most = 1_000

    private(set) var address: Advertisement.Address
    private(set) var zone: UInt16
    private(set) var mode: Sighting.Mode
    private(set) var staff: UInt32?
    private(set) var rssi: Int8?
    private(set) var listener: String
    private(set) var times: UInt64 = 0
    private(set) var first: Duration
    private(set) var last: Duration

    init(_ word: Word, by listener: String, at heard: Duration) {
        (address, zone, mode) = (word.advertisement.address, word.frame.zone, Sighting.Mode(word.frame.mode))
        (self.listener, first, last) = (listener, heard, heard)
    }

    /// Takes a word of its address, whatever kind the address is said to be.
    mutating func hear(_ word: Word, by listener: String, at heard: Duration) {
        (address, zone, mode) = (word.advertisement.address, word.frame.zone, Sighting.Mode(word.frame.mode))
        (staff, rssi) = (word.frame.sender.staff, word.advertisement.rssi)
        if self.listener != listener { self.listener = listener }
        times &+= 1
        (first, last) = (min(first, heard), max(last, heard))
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
    // In the order of their numbers.
    private static let sent: [Self] = [.normal, .safetyCar, .redFlag, .evacuation]

    /// Reads a beacon's byte.
    init(_ byte: UInt8) { self = byte < 4 ? Self.sent[Int(byte)] : .unknown }

    /// The byte that a beacon sends.
    var byte: UInt8 { Self.sent.firstIndex(of: self).map { UInt8($0) } ?? .max }
}
