import Glibc
import Harness

@testable import BluetoothCaptures

/// Any events, one after the other, are advertisements, reasons, or pieces of what comes later.
@main enum HCIHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
    var radio = AdvertisementReader()
    var time = Duration.zero
    // A byte that says how it is framed, one that says how long it is, the event.
    while let form = rest.popFirst(), let length = rest.popFirst() {
        let event = rest.prefix(Int(length))
        rest = rest.dropFirst(event.count)
        let (link, head): (LinkType, [UInt8]) =
            switch form & 0x07 {
            case 0: (.hci, [])
            case 1: (.h4, [4])
            case 2: (.h4WithDirection, [0, 0, 0, 1, 4])
            case 3: (.monitor, [])
            case 4: (.monitorWithHeader, [0, 0, 0, 3])
            case 5: (.linkLayer, [])
            case 6: (.linkLayerWithRadio, [])
            // The event as a whole, with its right length.
            default: (.hci, [0x3E, UInt8(event.count)])
            }
        time += .milliseconds(Int(form >> 3) * 100)
        var reports = 0
        let packet = head + event
        let record = CaptureRecord(number: 1, flags: 3, microseconds: 0, packet: packet[...])
        radio.read(record, on: link, at: time) { report in
            reports += 1
            guard case .success(let advertisement) = report else { return }
            require(advertisement.data.count <= Advertisement.mostBytes, "longer than any advertisement")
            require(advertisement.address.description.utf8.count == 17, "an address of another length")
        }
        require(radio.waiting <= Reassembly.mostSenders, "too many that wait")
        require(reports > 0 || radio.waiting > 0, "a record of which nothing came")
    }
    radio.finish { _ in }
    require(radio.waiting == 0, "pieces are left")
    return 0
}
