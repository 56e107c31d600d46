internal import BluetoothCaptures
public import FeatureKit

/// The bytes that a beacon sends: its frame, a signature beside it where it has a key, and the whole advertisement.
public struct EncodedFrame: Equatable, Sendable {
    /// Who sends it.
    public enum Sender: Equatable, Sendable {
        /// With eight bytes, or nine where it has a thermometer.
        case beacon(temperature: Int8?)
        /// With the number of the staff beacon.
        case staff(UInt32)

        /// Whether it is a staff beacon.
        public var isStaff: Bool { if case .staff = self { true } else { false } }
        /// How long in seconds what it says holds.
        var usualTTL: UInt8 { isStaff ? 60 : 10 }
        var usualFlags: UInt8 { isStaff ? 1 : 0 }
    }

    /// How many bytes a legacy advertisement has.
    public static let mostBytes = 31
    /// Discoverable, and no classic Bluetooth.
    private static let flags: [UInt8] = [2, 0x01, 0x06]

    /// What follows the company.
    public let payload: [UInt8]
    /// AD structures, 31 bytes at most.
    public let advertisement: [UInt8]

    /// Encodes a frame.
    ///
    /// - Parameters:
    ///   - flags: By default 1 of staff and 0 of others.
    ///   - ttl: By default 60 of staff and 10 of others.
    ///   - wall: When it is signed.
    public init(
        _ sender: Sender, zone: UInt16, mode: UInt8, flags: UInt8? = nil, sequence: UInt16, ttl: UInt8? = nil,
        signedBy key: [UInt8]? = nil, at wall: Timestamp = Timestamp(nanoseconds: 0)
    ) {
        let said =
            Self.bytes(zone) + [mode, flags ?? sender.usualFlags] + Self.bytes(sequence)
            + [ttl ?? sender.usualTTL]
        switch sender {
        case .beacon(let temperature): payload = [1] + said + (temperature.map { [UInt8(bitPattern: $0)] } ?? [])
        // The last byte is reserved.
        case .staff(let number): payload = [2] + Self.bytes(number) + said + [0]
        }
        var structures = Self.structure(payload)
        if let key { structures += Self.structure(FrameSignature(of: payload, at: wall, by: key).bytes) }
        // Who only listens does without the flags; a signature needs the room.
        advertisement = (Self.flags.count + structures.count <= Self.mostBytes ? Self.flags : []) + structures
    }

    private static func structure(_ content: [UInt8]) -> [UInt8] {
        let company = bytes(BeaconFrame.company).reversed()
        return [UInt8(1 + company.count + content.count), ADStructures.manufacturer] + company + content
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Number($0)) }
    }

    /// LE Set Advertising Data as it goes over H4: always 31 bytes behind the number of those that count.
    public var setAdvertisingData: [UInt8] {
        let rest = [UInt8](repeating: 0, count: Self.mostBytes - advertisement.count)
        return Self.command(0x2008, [UInt8(advertisement.count)] + advertisement + rest)
    }

    /// LE Set Extended Advertising Data for the set 0: complete, and not to be fragmented.
    public var setExtendedAdvertisingData: [UInt8] {
        let (set, complete, unfragmented): (UInt8, UInt8, UInt8) = (0, 3, 1)
        return Self.command(0x2037, [set, complete, unfragmented, UInt8(advertisement.count)] + advertisement)
    }

    /// What staff's beacons answer to who scans actively: the service that apps look for, and what fits of the name.
    public static let staffScanResponse: [UInt8] = {
        let service: [UInt8] = [
            0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6, 0x78, 0x90, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0,
        ]
        let name = Array("GeoRacingStaff".utf8).prefix(mostBytes - service.count - 4)
        return [UInt8(1 + service.count), 0x07] + service.reversed() + [UInt8(1 + name.count), 0x08] + name
    }()

    /// LE Set Scan Response Data as it goes over H4.
    public static let setStaffScanResponse = command(0x2009, [UInt8(staffScanResponse.count)] + staffScanResponse)

    private static func command(_ code: UInt16, _ parameters: [UInt8]) -> [UInt8] {
        [1] + bytes(code).reversed() + [UInt8(parameters.count)] + parameters
    }
}
