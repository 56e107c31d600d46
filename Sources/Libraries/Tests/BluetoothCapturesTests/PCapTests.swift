import Testing

@testable import BluetoothCaptures

@Suite struct PCapTests {
    @Test(arguments: [false, true], [false, true]) func everyMagic(isBigEndian: Bool, nanoseconds: Bool) throws {
        var writer = PCapWriter(link: 251, isBigEndian: isBigEndian, nanoseconds: nanoseconds)
        writer.add([1, 2, 3], seconds: 1_795_183_200, fraction: nanoseconds ? 250_000_999 : 250_000)
        writer.add([], seconds: .max, fraction: 0)
        let read = try records(of: writer.bytes)
        #expect(read.map { Array($0.packet) } == [[1, 2, 3], []])
        #expect(read.map(\.microseconds) == [1_795_183_200_250_000, 4_294_967_295_000_000])
        for size in 1...writer.bytes.count {
            #expect(try records(of: writer.bytes, inPiecesOf: [size, 5]) == read)
        }
    }

    @Test func theHeadersUpperHalfIsAboutChecksums() throws {
        var writer = PCapWriter(link: 0xF400_00FB)
        writer.add([1])
        #expect(try records(of: writer.bytes).count == 1)
    }

    @Test func noSnapLengthIsNoLimit() throws {
        for length in [0, .max] as [UInt32] {
            var writer = PCapWriter(link: 201, snapLength: length)
            writer.add([UInt8](repeating: 0, count: Int(PCap.longestPacket)))
            #expect(try records(of: writer.bytes, inPiecesOf: [4096]).first?.packet.count == 65_544)
        }
    }

    /// Every way in which a file can be broken, with the words for it.
    @Test(arguments: broken) func saysWhatIsBroken(_ example: BTSnoopTests.Broken) throws {
        let problem = try #require(throws: CaptureProblem.self) { try records(of: example.bytes) }
        #expect(problem.description == example.words)
        #expect(throws: problem) { try records(of: example.bytes, inPiecesOf: [1]) }
    }

    private static func capture(
        snapLength: UInt32 = 65_535, isBigEndian: Bool = false, _ add: (inout PCapWriter) -> Void
    ) -> PCapWriter {
        var writer = PCapWriter(link: 201, isBigEndian: isBigEndian, snapLength: snapLength)
        writer.add([0, 0, 0, 1, 4])
        add(&writer)
        return writer
    }

    static let broken: [BTSnoopTests.Broken] = [
        .init(
            words: "is a pcapng file; save it as pcap: `editcap -F pcap from.pcapng to.pcap`",
            bytes: hex("0A0D0D0A 1C000000 4D3C2B1A 0100 0000")),
        .init(words: "ends after 3 bytes, within the file's header", bytes: hex("D4C3B2")),
        .init(
            words: "ends after 23 bytes, within the file's header", bytes: Array(PCapWriter(link: 201).bytes.dropLast())
        ),
        .init(
            words: "is pcap version 2.3; only version 2.4 is read", bytes: PCapWriter(link: 201, version: (2, 3)).bytes),
        .init(
            words: "has link type 1; only 201 (H4 with direction), 251 (LE link layer), 254 (monitor) and "
                + "256 (LE link layer with the radio's header) are read", bytes: PCapWriter(link: 1).bytes),
        .init(words: "has no record", bytes: PCapWriter(link: 201).bytes),
        .init(
            words: "record 2 at byte 45: the file ends 15 bytes into its header of 16",
            bytes: Array(capture { $0.add([]) }.bytes.dropLast())),
        .init(
            words: "record 2 at byte 45: it says 7 bytes, the file ends after 6",
            bytes: Array(capture { $0.add([1, 2, 3, 4, 5, 6, 7]) }.bytes.dropLast())),
        .init(
            words: "record 2 at byte 45: it says 65545 bytes, but no packet has more than 65544",
            bytes: capture(snapLength: .max) { $0.add([], kept: 65_545) }.bytes),
        .init(
            words:
                "record 2 at byte 45: it says 41 bytes, but the file's header says that at most 40 of a packet were kept",
            bytes: capture(snapLength: 40) { $0.add([UInt8](repeating: 0, count: 41)) }.bytes),
        .init(
            words: "record 2 at byte 45: it says that 7 of 6 bytes were kept",
            bytes: capture { $0.add([1, 2, 3, 4, 5, 6, 7], original: 6) }.bytes),
        // The lowest byte first, behind a header with the highest first.
        .init(
            words: "record 1 at byte 24: it says 83886080 bytes, but no packet has more than 65544",
            bytes: PCapWriter(link: 201, isBigEndian: true, snapLength: 0).bytes
                + hex("00000000 00000000 05000000 05000000") + [0, 0, 0, 1, 4]),
    ]
}
