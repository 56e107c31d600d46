/// An iBeacon's manufacturer data.
public struct IBeaconData {
    private static let head: [UInt8] = [0x4C, 0x00, 0x02, 0x15]
    private static let length = 25

    /// The 20 bytes of UUID, major and minor.
    public let identity: [UInt8]
    /// The signal's strength in dBm a metre away.
    public let power: Int

    /// The 20 bytes of a UUID, as `F7826DA6-4FA2-4E98-8024-BC5B71E0893E`, and two numbers; nil where the text is no UUID.
    public static func identity(uuid: String, major: UInt16, minor: UInt16) -> [UInt8]? {
        let parts = uuid.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = Advertisement.bytes(parts.joined()) else {
            return nil
        }
        return bytes + [major, minor].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// Reads manufacturer data; nil where it is not an iBeacon's.
    public init?(_ data: ArraySlice<UInt8>) {
        guard data.count == Self.length, data.starts(with: Self.head), let power = data.last else { return nil }
        identity = Array(data.dropFirst(Self.head.count).dropLast())
        self.power = Int(Int8(bitPattern: power))
    }
}

extension Advertisement {
    private static let powerType: UInt8 = 0x0A
    /// What the standard allows a sender to say, in dBm.
    private static let allowedPowers = -100...20
    /// How much weaker a signal is a metre away than where it is sent, as Eddystone has it.
    private static let firstMetre = 41

    /// The strength in dBm a metre away by what the advertisement says of its power; nil where it says nothing allowed.
    public var declaredPower: Int? {
        var structures = ADStructures(data)
        while let structure = structures.next() {
            guard structure.type == Self.powerType, structure.data.count == 1, let byte = structure.data.first else {
                continue
            }
            let power = Int(Int8(bitPattern: byte))
            return Self.allowedPowers.contains(power) ? power - Self.firstMetre : nil
        }
        return nil
    }
}
