import Testing

@testable import BluetoothCaptures

/// Extended reports that a controller hands over in pieces.
@Suite struct ReassemblyTests {
    private let more: UInt8 = 0x20
    private let cut: UInt8 = 0x40

    private func heard(_ events: [[UInt8]], at times: [Duration] = [], isOver: Bool = false) -> OnAir {
        OnAir(events, on: .hci, at: times, isOver: isOver)
    }

    @Test func theyArePutTogether() {
        let data = hex("0201060CFF34120103E9000000010A18")
        for place in 0...data.count {
            let heard = heard([
                Events.extended(Array(data[..<place]), type: more), Events.extended(Array(data[place...]), rssi: 0xC5),
            ])
            #expect(heard.data == [data])
            #expect(heard.advertisements.first?.rssi == -59)
            #expect(heard.refused.isEmpty)
        }
    }

    @Test func sendersAndSetsAreKeptApart() {
        let heard = heard([
            Events.extended([1], type: more), Events.extended([2], type: more, address: "0A0B0C0D0E0F"),
            Events.extended([3], type: more, set: 3),
            // What it answers to those who ask.
            Events.extended([4], type: more | 0x08),
            Events.extended([5]), Events.extended([6], address: "0A0B0C0D0E0F"), Events.extended([7], set: 3),
            Events.extended([8], type: 0x08),
        ])
        #expect(heard.data == [[1, 5], [2, 6], [3, 7], [4, 8]])
    }

    /// One event with three reports, of which the second is a piece.
    @Test func amongWholeOnesInOneEvent() {
        func report(_ data: [UInt8], type: UInt8 = 0, address: String) -> [UInt8] {
            Array(Events.extended(data, type: type, address: address).dropFirst(4))
        }
        let event = Events.event(
            [0x0D, 3] + report([1], address: "000000000001") + report([2], type: more, address: "000000000002")
                + report([3], address: "000000000003"))
        let heard = heard([event, Events.extended([4], address: "000000000002")])
        #expect(heard.data == [[1], [3], [2, 4]])
        #expect(heard.refused.isEmpty)
    }

    @Test func whatTheControllerCutIsRefused() {
        let heard = heard([
            Events.extended([1], type: more), Events.extended([2], type: cut), Events.extended([3]),
        ])
        #expect(heard.data == [[3]] && heard.refused == [.inPieces])
    }

    @Test func noneIsLongerThanAnAdvertisementMayBe() {
        let piece = [UInt8](repeating: 0, count: 220)
        let most = [[UInt8]](repeating: Events.extended(piece, type: more), count: 7)
        #expect(heard(most + [Events.extended([UInt8](repeating: 0, count: 110))]).data.first?.count == 1_650)
        let over = heard(most + [Events.extended([UInt8](repeating: 0, count: 111)), Events.extended([9])])
        #expect(over.data == [[9]] && over.refused == [.inPieces])
    }

    @Test func whatIsLateStartsAgain() {
        let heard = heard(
            [
                Events.extended([1], type: more), Events.extended([2]), Events.extended([3], type: more),
                Events.extended([4]),
            ],
            at: [.zero, .seconds(4), .seconds(5), .seconds(8)])
        #expect(heard.data == [[2], [3, 4]] && heard.refused == [.inPieces])
    }

    @Test func thoseWhoNeverEndAreForgottenTheOldestFirst() throws {
        var reader = AdvertisementReader()
        var refused = 0
        var data: [[UInt8]] = []
        func hear(_ sender: Int, _ type: UInt8, at second: Int) {
            let address = String(sender + 0x1000_0000, radix: 16)
            let event = Events.extended([UInt8(sender & 0xFF)], type: type, address: "0000" + address)
            let record = CaptureRecord(number: 1, flags: 3, microseconds: 0, packet: event[...])
            reader.read(record, on: .hci, at: .milliseconds(second)) { report in
                switch report {
                case .success(let advertisement): data.append(Array(advertisement.data))
                case .failure: refused += 1
                }
            }
        }
        for sender in 0..<Reassembly.mostSenders { hear(sender, more, at: sender) }
        #expect(reader.reassembly.count == 64 && reader.reassembly.forgotten == 0 && refused == 0)
        hear(100, more, at: 100)
        #expect(reader.reassembly.count == 64 && reader.reassembly.forgotten == 1 && refused == 1)
        hear(1, 0, at: 101)
        hear(0, 0, at: 102)
        #expect(data == [[1, 1], [0]])
        reader.finish { _ in refused += 1 }
        #expect(refused == 64 && reader.reassembly.count == 0)
    }
}
