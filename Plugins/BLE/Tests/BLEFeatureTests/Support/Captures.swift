import BLEContracts
import BeaconRanging
import BluetoothCaptures
import Crypto
import FeatureKit

@testable import BLEFeature

/// Bytes from hexadecimal digits; blanks may stand between them.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Number($0)) }
}

/// A btsnoop capture of legacy advertising reports.
struct CaptureWriter {
    private(set) var bytes = Array("btsnoop".utf8) + [0] + bigEndian(UInt32(1)) + bigEndian(UInt32(1002))

    mutating func add(_ event: [UInt8], at microseconds: Int64 = 0) {
        let length = bigEndian(UInt32(event.count + 1))
        bytes += length + length + bigEndian(UInt32(3)) + [0, 0, 0, 0]
        bytes += bigEndian(microseconds + 0x00DC_DDB3_0F2F_8000) + [4] + event
    }

    static func bytes(_ steps: [(Double, UInt16)], from start: Int64 = 0) -> [UInt8] {
        var writer = CaptureWriter()
        for (second, sequence) in steps {
            writer.add(
                Events.report(Events.beacon(Events.frame(sequence: sequence))),
                at: start + Int64(second * 1_000_000))
        }
        return writer.bytes
    }
}

/// What beacons say, and how a controller reports it.
enum Events {
    static func report(_ data: [UInt8], address: String = "C0FFEE000001", rssi: UInt8 = 0xC4) -> [UInt8] {
        let report = [0x02, 1, 3, 1] + hex(address).reversed() + [UInt8(data.count)] + data + [rssi]
        return [0x3E, UInt8(report.count)] + report
    }

    /// Flags and the manufacturer data of a beacon of the circuit.
    static func beacon(_ payload: [UInt8]) -> [UInt8] {
        hex("020106") + [UInt8(payload.count + 3), 0xFF, 0x34, 0x12] + payload
    }

    /// What a version 1 beacon says.
    static func frame(zone: UInt16 = 1001, mode: UInt8 = 0, sequence: UInt16, ttl: UInt8 = 10) -> [UInt8] {
        [1] + bigEndian(zone) + [mode, 0] + bigEndian(sequence) + [ttl, 0x18]
    }

    /// What a version 2 (staff) sender says.
    static func staff(_ id: UInt32, zone: UInt16 = 1001, mode: UInt8 = 3, sequence: UInt16) -> [UInt8] {
        [2] + bigEndian(id) + bigEndian(zone) + [mode, 1] + bigEndian(sequence) + [60, 0]
    }
}

/// Everything that a fresh receiver makes of a capture, in the capture's own time.
func hear(_ capture: [UInt8]) throws(CaptureProblem) -> (sightings: [Sighting], heard: Heard) {
    var reader = CaptureReader()
    var round = CaptureRound("lap")
    var reception = Reception(BLE.Settings(trust: .anyone, weakest: -128))
    reader.append(capture)
    while let record = try reader.next(), let link = reader.link {
        _ = round.time(of: record)
        round.hear(record, on: link, in: &reception)
    }
    try reader.finish()
    round.finish()
    return (reception.takeMessages().sightings, round.heard)
}

/// Bytes as hexadecimal digits in capitals.
func digits(_ bytes: some Sequence<UInt8>) -> String { Hex.text(bytes).uppercased() }
