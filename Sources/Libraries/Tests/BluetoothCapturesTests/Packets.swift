@testable import BluetoothCaptures

/// Writes pcap captures as recorders do, and as they should not.
struct PCapWriter {
    private(set) var bytes: [UInt8]
    private let isBigEndian: Bool

    init(
        link: UInt32, isBigEndian: Bool = false, nanoseconds: Bool = false, snapLength: UInt32 = 65_535,
        version: (UInt16, UInt16) = (2, 4)
    ) {
        self.isBigEndian = isBigEndian
        bytes = []
        bytes += ordered(nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4 as UInt32)
        bytes += ordered(version.0) + ordered(version.1) + [UInt8](repeating: 0, count: 8)
        bytes += ordered(snapLength) + ordered(link)
    }

    mutating func add(
        _ packet: [UInt8], kept: UInt32? = nil, original: UInt32? = nil, seconds: UInt32 = 0, fraction: UInt32 = 0
    ) {
        let length = UInt32(packet.count)
        bytes += ordered(seconds) + ordered(fraction) + ordered(kept ?? length)
        bytes += ordered(original ?? kept ?? length) + packet
    }

    private func ordered<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        isBigEndian ? BluetoothCapturesTests.bigEndian(number) : BluetoothCapturesTests.bigEndian(number).reversed()
    }
}

/// Packets as they are in the air.
enum Packets {
    static let accessAddress = hex("D6BE898E")

    /// A legacy advertisement of the given kind.
    static func legacy(
        _ data: [UInt8], kind: UInt8 = 0, random: Bool = true, address: String = "C0FFEE000001"
    ) -> [UInt8] {
        packet(kind, random: random, payload: hex(address).reversed() + data)
    }

    /// An extended advertisement, or what leads to one, or what follows on one.
    static func extended(
        _ data: [UInt8], address: String? = "C0FFEE000001", numbers: UInt16? = nil, hasNext: Bool = false,
        others: (flags: UInt8, bytes: [UInt8]) = (0, [])
    ) -> [UInt8] {
        var flags = others.flags
        var fields: [UInt8] = []
        if let address {
            flags |= 0x01
            fields += hex(address).reversed()
        }
        if let numbers {
            flags |= 0x08
            fields += bigEndian(numbers).reversed()
        }
        if hasNext {
            flags |= 0x10
            fields += [0x25, 1, 0]
        }
        fields += others.bytes
        return packet(7, random: true, payload: [UInt8(fields.count + 1), flags] + fields + data)
    }

    static func packet(_ kind: UInt8, random: Bool, payload: [UInt8]) -> [UInt8] {
        let head = [kind | (random ? 0x40 : 0), UInt8(payload.count)] + payload
        return accessAddress + head + checksum(head)
    }

    /// The standard's register, bit by bit, as its figure has it: independent of the table that is tested.
    static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var register: [Bool] = (0..<24).map { 0x555555 >> $0 & 1 == 1 }
        for byte in bytes {
            for place in 0..<8 {
                let isSet = (byte >> UInt8(place) & 1 == 1) != register[23]
                register = [isSet] + register.dropLast()
                for tap in [1, 3, 4, 6, 9, 10] where isSet { register[tap].toggle() }
            }
        }
        // The highest bit is sent first, and what is sent first is a byte's lowest bit.
        return (0..<3).map { byte in
            (0..<8).reduce(0) { $0 | (register[23 - byte * 8 - $1] ? 1 << UInt8($1) : 0) }
        }
    }

    /// What a radio says of a packet before it.
    static func told(
        _ packet: [UInt8], signal: Int8 = -61, reference: [UInt8] = [0, 0, 0, 0], flags: UInt16 = 0x0C03
    ) -> [UInt8] {
        [0, UInt8(bitPattern: signal), 0x80, 0] + reference + bigEndian(flags).reversed() + packet
    }
}
