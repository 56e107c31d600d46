@testable import BluetoothCaptures

/// Bytes from hexadecimal digits; blanks may stand between them.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Number($0)) }
}

/// Writes captures as recorders do, and as they should not.
struct CaptureWriter {
    private(set) var bytes: [UInt8]

    init(version: UInt32 = 1, link: UInt32 = 1002) {
        bytes = Array("btsnoop".utf8) + [0] + bigEndian(version) + bigEndian(link)
    }

    mutating func add(
        _ packet: [UInt8], original: UInt32? = nil, kept: UInt32? = nil, flags: UInt32 = 3, at microseconds: Int64 = 0
    ) {
        let length = UInt32(packet.count)
        bytes += bigEndian(original ?? kept ?? length) + bigEndian(kept ?? length) + bigEndian(flags) + [0, 0, 0, 0]
        bytes += bigEndian(microseconds + BTSnoop.epoch) + packet
    }
}

/// Advertising events as a controller reports them, without H4's first byte.
enum Events {
    static func legacy(_ data: [UInt8], address: String = "C0FFEE000001", rssi: UInt8 = 0xC4) -> [UInt8] {
        event([0x02, 1] + legacyReport(data, address: address, rssi: rssi))
    }

    static func legacyReport(_ data: [UInt8], address: String = "C0FFEE000001", rssi: UInt8 = 0xC4) -> [UInt8] {
        [3, 1] + hex(address).reversed() + [UInt8(data.count)] + data + [rssi]
    }

    static func extended(
        _ data: [UInt8], type: UInt8 = 0, address: String = "C0FFEE000001", set: UInt8 = 0, rssi: UInt8 = 0xC4
    ) -> [UInt8] {
        let head = [type, 0, 1] + hex(address).reversed() + [1, 2, set, 0x7F, rssi]
        return event([0x0D, 1] + head + [UInt8](repeating: 0, count: 9) + [UInt8(data.count)] + data)
    }

    static func event(_ parameters: [UInt8]) -> [UInt8] { [0x3E, UInt8(parameters.count)] + parameters }
}

/// Reads a whole capture in pieces of the given sizes, over and over.
func records(of bytes: [UInt8], inPiecesOf sizes: [Int] = [.max]) throws(CaptureProblem) -> [CaptureRecord] {
    var reader = CaptureReader()
    var records: [CaptureRecord] = []
    var rest = bytes[...]
    var turn = 0
    while !rest.isEmpty {
        let piece = rest.prefix(sizes[turn % sizes.count])
        rest = rest.dropFirst(piece.count)
        turn += 1
        reader.append(Array(piece))
        while let record = try reader.next() { records.append(record) }
    }
    try reader.finish()
    return records
}
