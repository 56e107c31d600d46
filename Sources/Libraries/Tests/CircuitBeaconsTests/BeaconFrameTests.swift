import BluetoothCaptures
import CircuitBeacons
import Crypto
import Testing

/// Bytes from hexadecimal digits; blanks may stand between them.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

@Suite struct BeaconFrameTests {
    @Test func versionOneWithAndWithoutTemperature() throws {
        let short = try BeaconFrame(hex("01 0102 02 AB 1234 1E")[...])
        #expect(short.sender == .beacon)
        #expect(short.zone == 0x0102)
        #expect(short.mode == 2)
        #expect(short.flags == 0xAB)
        #expect(short.sequence == 0x1234)
        #expect(short.ttl == 30)
        #expect(short.temperature == nil)
        #expect(try BeaconFrame(hex("01 0001 00 00 0001 0A 19")[...]).temperature == 25)
        #expect(try BeaconFrame(hex("01 0001 00 00 0001 0A FD")[...]).temperature == -3)
    }

    @Test func versionTwo() throws {
        let staff = try BeaconFrame(hex("02 0A0B0C0D FFFE 03 01 0007 78 19")[...])
        #expect(staff.sender == .staff(0x0A0B_0C0D))
        #expect(staff.zone == 0xFFFE)
        #expect(staff.mode == 3)
        #expect(staff.flags == 1)
        #expect(staff.sequence == 7)
        #expect(staff.ttl == 120)
        // The last byte is reserved, not a temperature.
        #expect(staff.temperature == nil)
    }

    @Test(
        arguments: [
            ("", .otherSize), ("01 0001 00 00 0001", .otherSize), ("01 0001 00 00 0001 0A 14 00", .otherSize),
            ("02 00000001 0001 03 01 0007 3C", .otherSize), ("02 0001 00 00 0001 0A 14", .otherSize),
            ("03 0001 00 00 0001 0A", .otherVersion), ("00", .otherVersion),
            ("01 7ABBCCDD", .visitor), ("01 7ABBCCDD 422647AE 4010A3D7", .visitor),
        ] as [(String, BeaconFrame.Problem)]) func everythingElseIsRefused(
            _ payload: String, _ reason: BeaconFrame.Problem
        )
    {
        #expect(throws: reason) { try BeaconFrame(hex(payload)[...]) }
    }

    @Test func everyLengthOfEveryVersion() {
        for version in UInt8.min ... .max {
            for length in 1...40 {
                let payload = [version] + [UInt8](repeating: 1, count: length - 1)
                let isRead = (try? BeaconFrame(payload[...])) != nil
                #expect(isRead == (version == 1 && (8...9).contains(length) || version == 2 && length == 13))
            }
        }
    }
}

/// Bytes as hexadecimal digits in capitals.
func upper(_ bytes: some Sequence<UInt8>) -> String { Hex.text(bytes).uppercased() }
