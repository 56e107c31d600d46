/// What a beacon sends: its word, a signature beside it where it has a key, and the whole advertisement.
struct Broadcast: Equatable {
    enum Sender: Equatable {
        /// With eight bytes, or nine where it has a thermometer.
        case beacon(temperature: Int8?)
        case staff(UInt32)
    }

    /// How many bytes a legacy advertisement holds.
    static let mostBytes = 31
    /// Discoverable, and no classic Bluetooth.
    private static let flags: [UInt8] = [2, 0x01, 0x06]

    let payload: [UInt8]
    /// AD structures, 31 bytes at most.
    let advertisement: [UInt8]

    init(
        _ sender: Sender, zone: UInt16, mode: Mode, flags: UInt8, sequence: UInt16, ttl: UInt8,
        key: SigningKey? = nil, minute: UInt16 = 0
    ) {
        let said = Self.bytes(zone) + [mode.byte, flags] + Self.bytes(sequence) + [ttl]
        switch sender {
        case .beacon(let temperature): payload = [1] + said + (temperature.map { [UInt8(bitPattern: $0)] } ?? [])
        // The last byte is reserved.
        case .staff(let number): payload = [2] + Self.bytes(number) + said + [0]
        }
        var structures = Self.structure(payload)
        if let key { structures += Self.structure(Seal.bytes(of: payload, in: minute, by: key)) }
        // Whoever only listens does without the flags; a signature needs the room more.
        advertisement = (Self.flags.count + structures.count <= Self.mostBytes ? Self.flags : []) + structures
    }

    private static func structure(_ content: [UInt8]) -> [UInt8] {
        let company = bytes(BeaconFrame.company).reversed()
        return [UInt8(1 + company.count + content.count), ADStructures.manufacturer] + company + content
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Number($0)) }
    }

    // MARK: - For a controller

    /// LE Set Advertising Data as it goes over H4: always 31 bytes, of which so many count.
    var setAdvertisingData: [UInt8] {
        let rest = [UInt8](repeating: 0, count: Self.mostBytes - advertisement.count)
        return Self.command(0x2008, [UInt8(advertisement.count)] + advertisement + rest)
    }

    /// LE Set Extended Advertising Data for the set 0: all of it at once, not to be cut.
    var setExtendedAdvertisingData: [UInt8] {
        let (set, whole, uncut): (UInt8, UInt8, UInt8) = (0, 3, 1)
        return Self.command(0x2037, [set, whole, uncut, UInt8(advertisement.count)] + advertisement)
    }

    private static func command(_ code: UInt16, _ parameters: [UInt8]) -> [UInt8] {
        [1] + bytes(code).reversed() + [UInt8(parameters.count)] + parameters
    }
}

extension Mode {
    /// As a beacon sends it.
    var byte: UInt8 {
        switch self {
        case .normal: 0
        case .safetyCar: 1
        case .redFlag: 2
        case .evacuation: 3
        case .unknown: .max
        }
    }
}
