internal import BLEContracts
internal import CircuitBeacons
internal import Crypto
internal import FeatureKit

@Record struct EncodeRequest {
    /// Which known beacon sends it.
    @Text(1...64) var beacon: String?
    /// The number of the staff beacon that sends it, where no beacon is named.
    @In(0...4_294_967_295) var staff: Int?
    /// The zone that it is about; a beacon's own by default.
    @In(0...65_535) var zone: Int?
    /// What it says there.
    var mode: Command.SpokenMode
    /// The byte behind the mode, by default 1 of staff and 0 of others.
    @In(0...255) var flags: Int?
    /// Its number, by default the milliseconds of the time cut to 16 bits.
    @In(0...65_535) var sequence: Int?
    /// For how many seconds it holds, by default 60 of staff and 10 of others.
    @In(1...255) var ttl: Int?
    /// In °C, of a beacon with a thermometer.
    @In(-128...127) var temperature: Int?
}

@Record struct EncodedReply: Equatable {
    /// What follows the company's number, in hexadecimal digits.
    @Text(1...62) var payload: String
    /// The whole advertisement, in hexadecimal digits.
    @Text(1...62) var advertisement: String
    /// Its number.
    @In(0...65_535) var sequence: Int
    /// Whether a signature is in it.
    var signed: Bool
    /// When it has to be signed again; the setting `clock` is how much later it is still believed.
    var renew: Timestamp?
    /// LE Set Advertising Data over H4, in hexadecimal digits.
    @Text(1...128) var hci: String
    /// LE Set Extended Advertising Data over H4, in hexadecimal digits.
    @Text(1...128) var extendedHCI: String
    /// Of staff: LE Set Scan Response Data over H4, with the service that apps look for and the name.
    @Text(1...128) var scanHCI: String?
}

extension EncodeRequest {
    /// What a gateway is to advertise by a command; nil where the command is another.
    init?(advertisingBy command: Command) {
        guard command.command == .ADVERTISE, case .text(let text)? = command.values["mode"],
            let mode = Command.SpokenMode(rawValue: text)
        else { return nil }
        self.init(beacon: command.beacon, mode: mode, sequence: Self.sequence(at: command.made))
        if case .integer(let number)? = command.values["zone"] { zone = Int(number) }
    }

    private static func sequence(at time: Timestamp) -> Int {
        Int(UInt16(truncatingIfNeeded: time.nanoseconds / 1_000_000))
    }

    /// - Parameter known: The known beacon that sends it; nil where there is none.
    func encoded(for known: BeaconRegistry.Definition?, at now: Timestamp) throws(BLERefusal) -> EncodedReply {
        guard (beacon == nil) != (staff == nil) else { throw .noSender }
        if beacon != nil, known == nil { throw .noBeacon }
        let sender: EncodedFrame.Sender
        let zone: Int
        if let number = (known?.beacon.staff ?? staff).flatMap(UInt32.init(exactly:)) {
            sender = .staff(number)
            guard temperature == nil else { throw .staffWithTemperature }
            guard let told = self.zone else { throw .zoneMissing }
            zone = told
        } else {
            sender = .beacon(temperature: temperature.map { Int8(clamping: $0) })
            guard let own = known?.beacon.zone ?? self.zone else { throw .zoneMissing }
            guard self.zone ?? own == own else { throw .otherZone(zone: own) }
            zone = own
        }
        let sequence = self.sequence ?? Self.sequence(at: now)
        let frame = EncodedFrame(
            sender, zone: UInt16(clamping: zone), mode: mode.byte, flags: flags.map { UInt8(clamping: $0) },
            sequence: UInt16(clamping: sequence), ttl: ttl.map { UInt8(clamping: $0) }, signedBy: known?.key, at: now)
        return EncodedReply(
            payload: hex(frame.payload), advertisement: hex(frame.advertisement), sequence: sequence,
            signed: known?.key != nil, renew: known?.key.map { _ in FrameSignature.nextMinute(after: now) },
            hci: hex(frame.setAdvertisingData), extendedHCI: hex(frame.setExtendedAdvertisingData),
            scanHCI: sender.isStaff ? hex(EncodedFrame.setStaffScanResponse) : nil)
    }

    private func hex(_ bytes: [UInt8]) -> String { Hex.text(bytes).uppercased() }
}
