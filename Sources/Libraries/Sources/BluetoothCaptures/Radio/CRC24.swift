/// The checksum of advertisements in the air, CRC-24/BLE.
public enum CRC24 {
    /// How many bytes it has.
    public static let length = 3
    // The polynomial and the first state, each with its bits in the order in which they are sent.
    private static let polynomial: UInt32 = 0xDA_6000
    private static let start: UInt32 = 0xAA_AAAA

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { state, _ in state & 1 == 0 ? state >> 1 : state >> 1 ^ polynomial }
    }

    /// The checksum of bytes; its lowest byte is sent first.
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(start) { state, byte in state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
    }
}
