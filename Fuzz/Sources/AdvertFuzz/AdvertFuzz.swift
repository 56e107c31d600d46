import BLEContracts
import BeaconRanging
import BluetoothCaptures
import CircuitBeacons
import FeatureKit
import Glibc
import Harness

@testable import BLEFeature

/// Any bytes are structures up to where they end or overrun, and any of them is a beacon's frame or refused.
@main enum AdvertHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    walk(bytes)
    frame(bytes)
    hear(bytes)
    return 0
}

/// What was found is what stands there, one behind the other.
private func walk(_ bytes: [UInt8]) {
    var structures = ADStructures(bytes[...])
    var written: [UInt8] = []
    while let structure = structures.next() {
        written += [UInt8(structure.data.count + 1), structure.type] + structure.data
        require(bytes.starts(with: written), "a structure that is not there")
        if let payload = BeaconFrame.payload(of: structure.data) { frame(Array(payload)) }
    }
    require(structures.next() == nil, "it goes on behind its end")
    let rest = bytes.dropFirst(written.count)
    let claims = rest.first.map { Int($0) } ?? 0
    require(structures.overran == (claims > 0), "it ends where it should not")
    require(!structures.overran || claims > rest.count - 1, "it overran what was there")
}

/// What was read is what was said.
private func frame(_ payload: [UInt8]) {
    guard let frame = try? BeaconFrame(payload[...]) else { return }
    func written(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
    var bytes: [UInt8] = [1]
    if case .staff(let id) = frame.sender { bytes = [2] + written(UInt16(id >> 16)) + written(UInt16(id & 0xFFFF)) }
    bytes += written(frame.zone)
    require(payload.starts(with: bytes), "another sender or zone")
    require(payload[bytes.count + 1] == frame.flags && payload[bytes.count + 4] == frame.ttl, "other flags or TTL")
    require(Array(payload[bytes.count + 2..<bytes.count + 4]) == written(frame.sequence), "another sequence")
    if let temperature = frame.temperature { require(payload.last == UInt8(bitPattern: temperature), "another air") }
}

/// Everything is either published, as its Shape says, or counted.
private func hear(_ bytes: [UInt8]) {
    var receiver = Receiver("fuzz")
    var memory = SequenceMemory()
    var reception = Reception(BLE.Settings(trust: .anyone))
    let address = Advertisement.Address(kind: 1, number: 0xC0FF_EE00_0001)
    let moment = Moment(uptime: .seconds(1), wall: Timestamp(nanoseconds: 0))
    for rssi in [nil, -60] as [Int8?] {
        var found = 0
        receiver.hear(
            Advertisement(address: address, rssi: rssi, data: bytes[...]), at: moment, after: &memory, in: &reception)
        for sighting in reception.takeMessages().sightings {
            found += 1
            let problems = (try? Value(encoding: sighting)).map { Sighting.shape.problems(in: $0) }
            require(problems?.isEmpty == true, "a sighting that is none")
        }
        require(UInt64(found) <= receiver.tally.published, "published and not counted")
    }
    require(receiver.tally.published + receiver.tally.refused.values.reduce(0, +) >= 2, "neither published nor counted")
}
