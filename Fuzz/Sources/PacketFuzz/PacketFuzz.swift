import BluetoothCaptures
import Glibc
import Harness

/// Any bytes behind the address of all advertisements, with a right checksum: no checksum keeps the fuzzer from what is behind it.
@main enum PacketHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
    var radio = AdvertisementReader()
    var told = AdvertisementReader()
    // A byte for the header, one for the length, the payload.
    while let head = rest.popFirst(), let length = rest.popFirst() {
        let payload = rest.prefix(Int(length))
        rest = rest.dropFirst(payload.count)
        let checked = [head, UInt8(payload.count)] + payload
        let checksum = CRC24.of(checked)
        let packet =
            [0xD6, 0xBE, 0x89, 0x8E] + checked + (0..<3).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
        let plain = reports(packet, .linkLayer, &radio)
        // The same where the radio says that it is intact; its strength is all that differs.
        let intact = reports([0, 0xC4, 0, 0, 0, 0, 0, 0, 0x03, 0x0C] + packet, .linkLayerWithRadio, &told)
        require(plain.count == intact.count, "it is heard otherwise")
        for (one, other) in zip(plain, intact) {
            switch (one, other) {
            case (.success(let one), .success(let other)):
                require(one.address == other.address && one.data == other.data, "another is heard")
                require(one.rssi == nil && other.rssi == -60, "another strength")
            case (.failure(let one), .failure(let other)): require(one == other, "another reason")
            default: require(false, "one is heard and one is not")
            }
        }
        // One bit is another, and nobody takes it for what was sent.
        var broken = packet
        let place = Int(head) * 8 + Int(length)
        broken[4 + place % (broken.count - 4)] ^= 1 << UInt8(place % 8)
        var fresh = AdvertisementReader()
        for report in reports(broken, .linkLayer, &fresh) {
            guard case .success = report else { continue }
            require(false, "a broken packet is heard")
        }
    }
    return 0
}

private func reports(
    _ packet: [UInt8], _ link: LinkType, _ radio: inout AdvertisementReader
) -> [Result<Advertisement, RadioProblem>] {
    var reports: [Result<Advertisement, RadioProblem>] = []
    let record = CaptureRecord(number: 1, flags: 0, microseconds: 0, packet: packet[...])
    radio.read(record, on: link, at: .zero) { reports.append($0) }
    return reports
}
