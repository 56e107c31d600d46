import Testing

@testable import BLEFeature

/// What one radio makes of packets, one after the other.
struct OnAir {
    var advertisements: [Advertisement] = []
    var refused: [AdvertRefusal] = []

    init(_ packets: [[UInt8]], on link: Datalink, at times: [Duration] = [], isOver: Bool = false) {
        var radio = Radio()
        func take(_ report: Result<Advertisement, AdvertRefusal>) {
            switch report {
            case .success(let advertisement): advertisements.append(advertisement)
            case .failure(let reason): refused.append(reason)
            }
        }
        for (index, packet) in packets.enumerated() {
            let record = CaptureRecord(number: index + 1, flags: 3, microseconds: 0, packet: packet[...])
            radio.read(record, on: link, at: index < times.count ? times[index] : .zero, take)
        }
        if isOver { radio.finish(take) }
    }

    var data: [[UInt8]] { advertisements.map { Array($0.data) } }
}

@Suite struct AirPacketTests {
    private let data = hex("020106")

    @Test func theChecksumIsTheStandards() {
        #expect(Checksum.of(Array("123456789".utf8)) == 0xC2_5A56)
        var random = SeededRandom(seed: 5)
        for length in 0..<64 {
            let bytes = random.bytes(length)
            let sent = Packets.checksum(bytes)
            #expect(Checksum.of(bytes) == UInt32(sent[0]) | UInt32(sent[1]) << 8 | UInt32(sent[2]) << 16)
        }
    }

    @Test(arguments: [0, 2, 4, 6] as [UInt8]) func legacyAdvertisements(_ kind: UInt8) {
        let heard = OnAir(
            [Packets.legacy(data, kind: kind), Packets.legacy([], kind: kind, random: false, address: "0A0B0C0D0E0F")],
            on: .air)
        #expect(heard.data == [data, []])
        #expect(heard.advertisements.map(\.address.description) == ["C0:FF:EE:00:00:01", "0A:0B:0C:0D:0E:0F"])
        #expect(heard.advertisements.map(\.address.kind) == [1, 0])
        #expect(heard.advertisements.map(\.rssi) == [nil, nil])
        #expect(heard.refused.isEmpty)
    }

    @Test(arguments: [1, 3, 5, 8, 15] as [UInt8]) func otherPacketsAreNone(_ kind: UInt8) {
        #expect(OnAir([Packets.legacy(data, kind: kind)], on: .air).refused == [.noAdvertisement])
    }

    @Test func whatIsSentElsewhereIsNone() {
        let packet = Packets.legacy(data)
        #expect(OnAir([[1] + packet.dropFirst()], on: .air).refused == [.noAdvertisement])
    }

    @Test func lengthsAreHeldAgainstThePacket() {
        let most = [UInt8](repeating: 1, count: 31)
        #expect(OnAir([Packets.legacy(most)], on: .air).data == [most])
        #expect(OnAir([Packets.legacy(most + [1])], on: .air).refused == [.brokenEvent])
        #expect(OnAir([Packets.packet(0, random: true, payload: [1, 2, 3, 4, 5])], on: .air).refused == [.brokenEvent])
        let whole = Packets.legacy(data)
        for length in 0..<whole.count {
            #expect(OnAir([Array(whole.prefix(length))], on: .air).refused == [.brokenEvent], "\(length)")
        }
        #expect(OnAir([whole + [0]], on: .air).refused == [.brokenEvent])
    }

    /// Where nobody has looked, every flipped bit of what the checksum covers is noticed.
    @Test func everyFlippedBitIsNoticed() {
        let whole = Packets.legacy(data)
        for place in 4 * 8..<whole.count * 8 {
            var flipped = whole
            flipped[place / 8] ^= 1 << UInt8(place % 8)
            #expect(OnAir([flipped], on: .air).advertisements.isEmpty)
        }
    }

    @Test func theRadioTellsOfTheSignalAndTheChecksum() {
        let good = Packets.legacy(data)
        var bad = good
        bad[bad.count - 1] ^= 1
        func heard(_ packet: [UInt8], _ flags: UInt16) -> OnAir {
            OnAir([Packets.told(packet, flags: flags)], on: .airWithRadio)
        }
        #expect(heard(good, 0x0C03).advertisements.map(\.rssi) == [-61])
        // The signal was not measured.
        #expect(heard(good, 0x0C01).advertisements.map(\.rssi) == [nil])
        // It says that the checksum is right, or wrong, and nobody looks again.
        #expect(heard(bad, 0x0C03).data == [data])
        #expect(heard(good, 0x0403).refused == [.brokenEvent])
        // It has not looked.
        #expect(heard(good, 0x0003).data == [data])
        #expect(heard(bad, 0x0003).refused == [.brokenEvent])
        #expect(heard(bad, 0x0803).refused == [.brokenEvent])
        // Its bits are as they were in the air, or in an unknown modulation.
        #expect(heard(good, 0x0C02).refused == [.brokenEvent])
        #expect(heard(good, 0xCC03).refused == [.brokenEvent])
        for length in 0..<10 {
            let told = Array(Packets.told(good).prefix(length))
            #expect(OnAir([told], on: .airWithRadio).refused == [.brokenEvent])
        }
    }

    @Test func theAddressThatItListenedForCounts() {
        var packet = Packets.legacy(data)
        packet[0] ^= 1
        let told = Packets.told(packet, reference: Packets.accessAddress, flags: 0x0C33)
        #expect(OnAir([told], on: .airWithRadio).data == [data])
        let other = Packets.told(Packets.legacy(data), reference: [1, 2, 3, 4], flags: 0x0C13)
        #expect(OnAir([other], on: .airWithRadio).refused == [.noAdvertisement])
        // It means nothing unless the flags say so.
        let unset = Packets.told(Packets.legacy(data), reference: [1, 2, 3, 4], flags: 0x0C03)
        #expect(OnAir([unset], on: .airWithRadio).data == [data])
    }

    @Test func codedPacketsSayHowBehindTheAddress() {
        var packet = Packets.legacy(data)
        packet.insert(1, at: 4)
        #expect(OnAir([Packets.told(packet, flags: 0x8C03)], on: .airWithRadio).data == [data])
        #expect(OnAir([Packets.told(packet, flags: 0x8003)], on: .airWithRadio).data == [data])
        #expect(OnAir([Packets.told(packet, flags: 0x4C03)], on: .airWithRadio).refused == [.brokenEvent])
    }

    @Test func hciBehindEachHead() {
        let event = Events.legacy(data)
        #expect(OnAir([hex("00000001 04") + event], on: .h4WithDirection).data == [data])
        #expect(OnAir([hex("00000000 01") + event, hex("0000")], on: .h4WithDirection).refused.count == 2)
        #expect(OnAir([hex("0002 0003") + event], on: .monitorWithKind).data == [data])
        #expect(OnAir([hex("0002 0002") + event, hex("00")], on: .monitorWithKind).refused.count == 2)
        for (link, head) in [(Datalink.h1, []), (.h4, [4]), (.monitor, [])] as [(Datalink, [UInt8])] {
            #expect(OnAir([head + event], on: link).data == [data])
        }
        for (link, flags) in [(Datalink.h1, 0b10), (.h1, 0b01), (.h1, 0), (.monitor, 2)] as [(Datalink, UInt32)] {
            var radio = Radio()
            var refused: [AdvertRefusal] = []
            let record = CaptureRecord(number: 1, flags: flags, microseconds: 0, packet: event[...])
            radio.read(record, on: link, at: .zero) { if case .failure(let reason) = $0 { refused.append(reason) } }
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
            let heard = OnAir([Packets.extended(first, numbers: 7, others: (flags, bytes))], on: .air)
            #expect(heard.data == [first])
            #expect(heard.advertisements.first?.address.description == "C0:FF:EE:00:00:01")
        }
    }

    @Test func whatOnlyPointsIsNone() {
        #expect(OnAir([Packets.extended([], hasNext: true)], on: .air).refused == [.noAdvertisement])
        #expect(OnAir([Packets.extended([])], on: .air).refused == [.noAdvertisement])
        #expect(
            OnAir([Packets.extended([], address: nil, numbers: 1, hasNext: true)], on: .air).refused == [
                .noAdvertisement
            ])
    }

    @Test func aFieldThatIsCutBreaksIt() {
        for flags in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20] as [UInt8] {
            let payload = [1, flags] + [UInt8](repeating: 0, count: 30)
            #expect(OnAir([Packets.packet(7, random: true, payload: payload)], on: .air).refused == [.brokenEvent])
        }
        #expect(OnAir([Packets.packet(7, random: true, payload: [9, 0, 1])], on: .air).refused == [.brokenEvent])
        #expect(OnAir([Packets.packet(7, random: true, payload: [])], on: .air).refused == [.brokenEvent])
        #expect(OnAir([Packets.packet(7, random: true, payload: [0])], on: .air).refused == [.noAdvertisement])
        #expect(OnAir([Packets.packet(7, random: true, payload: [0, 1, 2])], on: .air).refused == [.inPieces])
    }

    @Test func aChainIsPutTogether() {
        let heard = OnAir(
            [
                Packets.extended(first, numbers: 7, hasNext: true),
                // Another's, between.
                Packets.extended([9, 9], address: "0A0B0C0D0E0F", numbers: 8, hasNext: true),
                Packets.extended(rest, address: nil, numbers: 7, hasNext: true),
                Packets.extended([1], address: nil, numbers: 7),
            ], on: .air)
        #expect(heard.data == [first + rest + [1]])
        #expect(heard.advertisements.first?.address.description == "C0:FF:EE:00:00:01")
        #expect(heard.refused.isEmpty)
    }

    @Test func theAddressMayComeBeforeTheData() {
        let heard = OnAir(
            [
                Packets.extended([], numbers: 7, hasNext: true), Packets.extended([], numbers: 7, hasNext: true),
                Packets.extended(first + rest, address: nil, numbers: 7),
            ], on: .air)
        #expect(heard.data == [first + rest])
        #expect(heard.refused == [.noAdvertisement, .noAdvertisement])
    }

    @Test func aChainWithoutABeginningIsRefused() {
        #expect(OnAir([Packets.extended(rest, address: nil, numbers: 7)], on: .air).refused == [.inPieces])
    }

    @Test func aChainThatNeverEndsIsRefusedAtTheEnd() {
        let packets = [Packets.extended(first, numbers: 7, hasNext: true)]
        #expect(OnAir(packets, on: .air).refused.isEmpty)
        #expect(OnAir(packets, on: .air, isOver: true).refused == [.inPieces])
        // What only pointed has been counted.
        let pointing = [Packets.extended([], numbers: 7, hasNext: true)]
        #expect(OnAir(pointing, on: .air, isOver: true).refused == [.noAdvertisement])
    }

    @Test func whatComesTooLateIsNotItsEnd() {
        let heard = OnAir(
            [Packets.extended(first, numbers: 7, hasNext: true), Packets.extended(rest, address: nil, numbers: 7)],
            on: .air, at: [.zero, .milliseconds(3_001)])
        #expect(heard.advertisements.isEmpty && heard.refused == [.inPieces])
    }
}
