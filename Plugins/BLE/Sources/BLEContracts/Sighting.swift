public import FeatureKit

/// What a beacon said of its zone, and how it was heard.
@Record public struct Sighting: Equatable {
    /// Who sends: a beacon of the circuit, or one that a member of staff carries.
    public enum Kind: String, CaseIterable, Shaped {
        case beacon, staff
    }

    /// What the flags say in a zone.
    public enum Mode: String, CaseIterable, Shaped {
        case normal, safetyCar, redFlag, evacuation
        /// A mode that this version does not know; it is never normal.
        case unknown
    }

    /// How sure it is who sent it, from unsure to sure.
    public enum Trust: String, CaseIterable, Shaped {
        /// Anyone may have sent it.
        case anyone
        /// The address or the number is that of a known beacon; anyone can forge both.
        case listed
        /// A known beacon signed it.
        case signed
    }

    /// The zone that it is about.
    @In(0...65_535) public var zone: Int
    /// What the flags say there; unknown is never normal.
    public var mode: Mode
    /// The byte behind the mode, as it was sent.
    @In(0...255) public var flags: Int = 0
    /// The sender's number for it, which wraps.
    @In(0...65_535) public var sequence: Int
    /// How long it holds from now on.
    @In(.milliseconds(1) ... .seconds(255)) public var ttl: Duration
    /// The air at the beacon in °C.
    @In(-128...127) public var temperature: Int?
    /// The signal's strength in dBm, where it was measured.
    @In(-128...127) public var rssi: Int?
    /// The sender's address, such as C0:FF:EE:00:00:01.
    @Text(17...17) public var address: String
    /// Whether a beacon of the circuit or a member of staff sent it.
    public var kind: Kind
    /// Who heard it: a recording, a gateway or a broker.
    @Text(1...64) public var listener: String
    /// How sure it is who sent it.
    public var trust: Trust = Trust.anyone
    /// The known beacon that sent it.
    @Text(1...64) public var beacon: String?
    /// How far the beacon is from the listener, in metres.
    @In(0.0...100_000) public var distance: Double?
    /// How far off the distance may be in two of three cases, in metres.
    @In(0.0...100_000) public var error: Double?
}

extension Topic<Sighting> {
    /// Every beacon's word that is new and believed.
    public static var bleSighted: Topic<Sighting> { Topic("ble.sighted") }
}
