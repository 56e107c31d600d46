@testable import BLEFeature

/// What is in the air, as a controller reports it, and captures of it.
enum Air {
    static func beacon(_ number: Int, sequence: UInt16, extended: Bool = false) -> [UInt8] {
        let zone = UInt16(truncatingIfNeeded: 1_000 + number % 100)
        let payload: [UInt8] =
            [1, UInt8(zone >> 8), UInt8(zone & 0xFF), 0, 0, UInt8(sequence >> 8), UInt8(sequence & 0xFF), 10, 0x18]
        let data: [UInt8] = [2, 1, 6, UInt8(payload.count + 3), 0xFF, 0x34, 0x12] + payload
        return extended ? extendedEvent(data, from: number) : legacyEvent(data, from: number)
    }

    /// A visitor's phone, with as many bytes as a legacy advertisement has.
    static func phone(_ number: Int) -> [UInt8] {
        let filler = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 24)
        return legacyEvent([2, 1, 0x1A, 27, 0xFF, 0x4C, 0] + filler, from: number)
    }

    private static func legacyEvent(_ data: [UInt8], from number: Int) -> [UInt8] {
        event([0x02, 1, 3, 1] + address(number) + [UInt8(data.count)] + data + [0xC4])
    }

    private static func extendedEvent(_ data: [UInt8], from number: Int) -> [UInt8] {
        let head: [UInt8] = [0x0D, 1, 0, 0, 1] + address(number) + [1, 2, 0, 0x7F, 0xC4]
        return event(head + [UInt8](repeating: 0, count: 9) + [UInt8(data.count)] + data)
    }

    private static func address(_ number: Int) -> [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: (number &* 0x9E37_79B9) >> ($0 * 8)) }
    }

    private static func event(_ parameters: [UInt8]) -> [UInt8] { [0x3E, UInt8(parameters.count)] + parameters }

    /// A btsnoop capture (H4) of events that come after each other so quickly.
    static func capture(_ events: [[UInt8]], each step: Int64) -> [UInt8] {
        func number<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            stride(from: Number.bitWidth - 8, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: number >> Number($0))
            }
        }
        var bytes = Array("btsnoop".utf8) + [0] + number(UInt32(1)) + number(UInt32(1002))
        for (index, event) in events.enumerated() {
            let length = number(UInt32(event.count + 1))
            bytes += length + length + number(UInt32(3)) + number(UInt32(0))
            bytes += number(0x00DC_DDB3_0F2F_8000 + 1_790_000_000_000_000 + Int64(index) * step) + [4] + event
        }
        return bytes
    }
}
