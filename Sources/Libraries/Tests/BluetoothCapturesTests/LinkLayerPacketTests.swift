import LibraryTestSupport
import Testing

@testable import BluetoothCaptures

/// What one radio makes of packets, one after the other.
struct OnAir {
    var advertisements: [Advertisement] = []
    var refused: [RadioProblem] = []

    init(_ packets: [[UInt8]], on link: LinkType, at times: [Duration] = [], isOver: Bool = false) {
        var reader = AdvertisementReader()
        func take(_ report: Result<Advertisement, RadioProblem>) {
            switch report {
            case .success(let advertisement): advertisements.append(advertisement)
            case .failure(let reason): refused.append(reason)
            }
        }
        for (index, packet) in packets.enumerated() {
            let record = CaptureRecord(number: index + 1, flags: 3, microseconds: 0, packet: packet[...])
            reader.read(record, on: link, at: index < times.count ? times[index] : .zero, take)
        }
        if isOver { reader.finish { refused.append($0) } }
    }

    var data: [[UInt8]] { advertisements.map { Array($0.data) } }
}

@Suite struct LinkLayerPacketTests {
    private let data = hex("020106")

    @Test func theChecksumIsTheStandards() {
        #expect(CRC24.of(Array("123456789".utf8)) == 0xC2_5A56)
        var random = SeededRandom(seed: 5)
        for length in 0..<64 {
            let bytes = random.bytes(length)
            let sent = Packets.checksum(bytes)
            #expect(CRC24.of(bytes) == UInt32(sent[0]) | UInt32(sent[1]) << 8 | UInt32(sent[2]) << 16)
        }
    }

    @Test(arguments: [0, 2, 4, 6] as [UInt8]) func legacyAdvertisements(_ kind: UInt8) {
        let heard = OnAir(
            [Packets.legacy(data, kind: kind), Packets.legacy([], kind: kind, random: false, address: "0A0B0C0D0E0F")],
            on: .linkLayer)
        #expect(heard.data == [data, []])
        #expect(heard.advertisements.map(\.address.description) == ["C0:FF:EE:00:00:01", "0A:0B:0C:0D:0E:0F"])
        #expect(heard.advertisements.map(\.address.kind) == [1, 0])
        #expect(heard.advertisements.map(\.rssi) == [nil, nil])
        #expect(heard.refused.isEmpty)
    }

    @Test(arguments: [1, 3, 5, 8, 15] as [UInt8]) func otherPacketsAreNone(_ kind: UInt8) {
        #expect(OnAir([Packets.legacy(data, kind: kind)], on: .linkLayer).refused == [.noAdvertisement])
    }

    @Test func whatIsSentElsewhereIsNone() {
        let packet = Packets.legacy(data)
        #expect(OnAir([[1] + packet.dropFirst()], on: .linkLayer).refused == [.noAdvertisement])
    }

    @Test func lengthsAreHeldAgainstThePacket() {
        let most = [UInt8](repeating: 1, count: 31)
        #expect(OnAir([Packets.legacy(most)], on: .linkLayer).data == [most])
        #expect(OnAir([Packets.legacy(most + [1])], on: .linkLayer).refused == [.broken])
        #expect(
            OnAir([Packets.packet(0, random: true, payload: [1, 2, 3, 4, 5])], on: .linkLayer).refused == [.broken])
        let whole = Packets.legacy(data)
        for length in 0..<whole.count {
            #expect(OnAir([Array(whole.prefix(length))], on: .linkLayer).refused == [.broken], "\(length)")
        }
        #expect(OnAir([whole + [0]], on: .linkLayer).refused == [.broken])
    }

    /// Where nobody has looked, every flipped bit of what the checksum covers is noticed.
    @Test func everyFlippedBitIsNoticed() {
        let whole = Packets.legacy(data)
        for place in 4 * 8..<whole.count * 8 {
            var flipped = whole
            flipped[place / 8] ^= 1 << UInt8(place % 8)
            #expect(OnAir([flipped], on: .linkLayer).advertisements.isEmpty)
        }
    }

    @Test func theRadioSaysSignalAndChecksum() {
        let good = Packets.legacy(data)
        var bad = good
        bad[bad.count - 1] ^= 1
        func heard(_ packet: [UInt8], _ flags: UInt16) -> OnAir {
            OnAir([Packets.told(packet, flags: flags)], on: .linkLayerWithRadio)
        }
        #expect(heard(good, 0x0C03).advertisements.map(\.rssi) == [-61])
        // The signal was not measured.
        #expect(heard(good, 0x0C01).advertisements.map(\.rssi) == [nil])
        // It says that the checksum is right, or wrong, and nobody looks again.
        #expect(heard(bad, 0x0C03).data == [data])
        #expect(heard(good, 0x0403).refused == [.broken])
        // It has not looked.
        #expect(heard(good, 0x0003).data == [data])
        #expect(heard(bad, 0x0003).refused == [.broken])
        #expect(heard(bad, 0x0803).refused == [.broken])
        // Its bits are as they were in the air, or in an unknown modulation.
        #expect(heard(good, 0x0C02).refused == [.broken])
        #expect(heard(good, 0xCC03).refused == [.broken])
        for length in 0..<10 {
            let told = Array(Packets.told(good).prefix(length))
            #expect(OnAir([told], on: .linkLayerWithRadio).refused == [.broken])
        }
    }

    @Test func theAddressThatItListenedForCounts() {
        var packet = Packets.legacy(data)
        packet[0] ^= 1
        let told = Packets.told(packet, reference: Packets.accessAddress, flags: 0x0C33)
        #expect(OnAir([told], on: .linkLayerWithRadio).data == [data])
        let other = Packets.told(Packets.legacy(data), reference: [1, 2, 3, 4], flags: 0x0C13)
        #expect(OnAir([other], on: .linkLayerWithRadio).refused == [.noAdvertisement])
        // It means nothing unless the flags say so.
        let unset = Packets.told(Packets.legacy(data), reference: [1, 2, 3, 4], flags: 0x0C03)
        #expect(OnAir([unset], on: .linkLayerWithRadio).data == [data])
    }

    @Test func codedPacketsSayHowBehindTheAddress() {
        var packet = Packets.legacy(data)
        packet.insert(1, at: 4)
        #expect(OnAir([Packets.told(packet, flags: 0x8C03)], on: .linkLayerWithRadio).data == [data])
        #expect(OnAir([Packets.told(packet, flags: 0x8003)], on: .linkLayerWithRadio).data == [data])
        #expect(OnAir([Packets.told(packet, flags: 0x4C03)], on: .linkLayerWithRadio).refused == [.broken])
    }

    @Test func hciBehindEachHead() {
        let event = Events.legacy(data)
        #expect(OnAir([hex("00000001 04") + event], on: .h4WithDirection).data == [data])
        #expect(OnAir([hex("00000000 01") + event, hex("0000")], on: .h4WithDirection).refused.count == 2)
        #expect(OnAir([hex("0002 0003") + event], on: .monitorWithHeader).data == [data])
        #expect(OnAir([hex("0002 0002") + event, hex("00")], on: .monitorWithHeader).refused.count == 2)
        for (link, head) in [(LinkType.hci, []), (.h4, [4]), (.monitor, [])] as [(LinkType, [UInt8])] {
            #expect(OnAir([head + event], on: link).data == [data])
        }
        for (link, flags) in [(LinkType.hci, 0b10), (.hci, 0b01), (.hci, 0), (.monitor, 2)] as [(LinkType, UInt32)] {
            var reader = AdvertisementReader()
            var refused: [RadioProblem] = []
            let record = CaptureRecord(number: 1, flags: flags, microseconds: 0, packet: event[...])
            reader.read(record, on: link, at: .zero) { if case .failure(let reason) = $0 { refused.append(reason) } }
            #expect(refused == [.noAdvertisement])
        }
        #expect(OnAir([[], [1] + event], on: .h4).refused == [.noAdvertisement, .noAdvertisement])
    }
}

@Suite struct ExtendedPayloadTests {
    private let first = hex("0201060C")
    private let rest = hex("FF34120103E90000000050A18")

    @Test func inOnePacket() {
        let others: [(UInt8, [UInt8])] = [
            (0, []), (0x02, [6, 5, 4, 3, 2, 1]), (0x04, [9]), (0x20, [UInt8](repeating: 1, count: 18)), (0x40, [4]),
            (0, hex("020A00")),
        ]
        for (flags, bytes) in others {
            let heard = OnAir([Packets.extended(first, numbers: 7, others: (flags, bytes))], on: .linkLayer)
            #expect(heard.data == [first])
            #expect(heard.advertisements.first?.address.description == "C0:FF:EE:00:00:01")
        }
    }

    @Test func whatOnlyPointsIsNone() {
        #expect(OnAir([Packets.extended([], hasNext: true)], on: .linkLayer).refused == [.noAdvertisement])
        #expect(OnAir([Packets.extended([])], on: .linkLayer).refused == [.noAdvertisement])
        #expect(
            OnAir([Packets.extended([], address: nil, numbers: 1, hasNext: true)], on: .linkLayer).refused == [
                .noAdvertisement
            ])
    }

    @Test func aFieldThatIsCutBreaksIt() {
        for flags in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20] as [UInt8] {
            let payload = [1, flags] + [UInt8](repeating: 0, count: 30)
            #expect(OnAir([Packets.packet(7, random: true, payload: payload)], on: .linkLayer).refused == [.broken])
        }
        #expect(OnAir([Packets.packet(7, random: true, payload: [9, 0, 1])], on: .linkLayer).refused == [.broken])
        #expect(OnAir([Packets.packet(7, random: true, payload: [])], on: .linkLayer).refused == [.broken])
        #expect(OnAir([Packets.packet(7, random: true, payload: [0])], on: .linkLayer).refused == [.noAdvertisement])
        #expect(OnAir([Packets.packet(7, random: true, payload: [0, 1, 2])], on: .linkLayer).refused == [.inPieces])
    }

    @Test func aChainIsPutTogether() {
        let heard = OnAir(
            [
                Packets.extended(first, numbers: 7, hasNext: true),
                // Another's, between.
                Packets.extended([9, 9], address: "0A0B0C0D0E0F", numbers: 8, hasNext: true),
                Packets.extended(rest, address: nil, numbers: 7, hasNext: true),
                Packets.extended([1], address: nil, numbers: 7),
            ], on: .linkLayer)
        #expect(heard.data == [first + rest + [1]])
        #expect(heard.advertisements.first?.address.description == "C0:FF:EE:00:00:01")
        #expect(heard.refused.isEmpty)
    }

    @Test func theAddressMayComeBeforeTheData() {
        let heard = OnAir(
            [
                Packets.extended([], numbers: 7, hasNext: true), Packets.extended([], numbers: 7, hasNext: true),
                Packets.extended(first + rest, address: nil, numbers: 7),
            ], on: .linkLayer)
        #expect(heard.data == [first + rest])
        #expect(heard.refused == [.noAdvertisement, .noAdvertisement])
    }

    @Test func aChainWithoutABeginningIsRefused() {
        #expect(OnAir([Packets.extended(rest, address: nil, numbers: 7)], on: .linkLayer).refused == [.inPieces])
    }

    @Test func aChainThatNeverEndsIsRefusedAtTheEnd() {
        let packets = [Packets.extended(first, numbers: 7, hasNext: true)]
        #expect(OnAir(packets, on: .linkLayer).refused.isEmpty)
        #expect(OnAir(packets, on: .linkLayer, isOver: true).refused == [.inPieces])
        // What only pointed has been counted.
        let pointing = [Packets.extended([], numbers: 7, hasNext: true)]
        #expect(OnAir(pointing, on: .linkLayer, isOver: true).refused == [.noAdvertisement])
    }

    @Test func whatComesTooLateIsNotItsEnd() {
        let heard = OnAir(
            [Packets.extended(first, numbers: 7, hasNext: true), Packets.extended(rest, address: nil, numbers: 7)],
            on: .linkLayer, at: [.zero, .milliseconds(3_001)])
        #expect(heard.advertisements.isEmpty && heard.refused == [.inPieces])
    }
}
