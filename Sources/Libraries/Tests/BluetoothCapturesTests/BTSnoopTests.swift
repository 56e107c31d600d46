import Testing

@testable import BluetoothCaptures

@Suite struct BTSnoopTests {
    private static let packet = hex("04 0E 04 01 03 0C 00")

    private var capture: [UInt8] {
        var writer = CaptureWriter()
        writer.add(Self.packet, flags: 3, at: 10)
        writer.add([], flags: 2, at: -5)
        writer.add([9], flags: 0, at: 1 << 62)
        return writer.bytes
    }

    @Test func readsRecords() throws {
        let read = try records(of: capture)
        #expect(read.map(\.number) == [1, 2, 3])
        #expect(read.map(\.flags) == [3, 2, 0])
        #expect(read.map(\.microseconds) == [10, -5, 1 << 62])
        #expect(read.map { Array($0.packet) } == [Self.packet, [], [9]])
    }

    @Test func chunksDoNotMatter() throws {
        let whole = try records(of: capture)
        for size in 1...capture.count { #expect(try records(of: capture, inPiecesOf: [size, 3]) == whole) }
    }

    @Test func packetsMayBeCutByTheRecorder() throws {
        var writer = CaptureWriter()
        writer.add([4, 0x3E], original: 40, kept: 2)
        #expect(try records(of: writer.bytes).count == 1)
    }

    /// Every way in which a file can be broken, with the words for it.
    @Test(arguments: broken) func saysWhatIsBroken(_ example: Broken) throws {
        let problem = try #require(throws: CaptureProblem.self) { try records(of: example.bytes) }
        #expect(problem.description == example.words)
        // Wherever chunks end, it is the same mistake.
        #expect(throws: problem) { try records(of: example.bytes, inPiecesOf: [1]) }
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        let words: String
        let bytes: [UInt8]
        var testDescription: String { words }
    }

    private static func capture(_ add: (inout CaptureWriter) -> Void) -> CaptureWriter {
        var writer = CaptureWriter()
        writer.add(packet)
        add(&writer)
        return writer
    }

    static let broken: [Broken] = [
        Broken(words: "is empty", bytes: []),
        Broken(
            words: "is neither a btsnoop nor a pcap file; record one with `btmon -w`, or Android's HCI log",
            bytes: Array("D4C3B2A1 and so on".utf8)),
        Broken(
            words: "is neither a btsnoop nor a pcap file; record one with `btmon -w`, or Android's HCI log",
            bytes: Array("btsn?".utf8)),
        Broken(words: "ends after 4 bytes, within the file's header", bytes: Array("btsn".utf8)),
        Broken(
            words: "ends after 15 bytes, within the file's header", bytes: Array(CaptureWriter().bytes.dropLast())),
        Broken(words: "is btsnoop version 2; only version 1 is read", bytes: CaptureWriter(version: 2).bytes),
        Broken(
            words: "has datalink 1003; only 1001 (HCI), 1002 (H4) and 2001 (monitor) are read",
            bytes: CaptureWriter(link: 1003).bytes),
        Broken(words: "has no record", bytes: CaptureWriter().bytes),
        Broken(
            words: "record 2 at byte 47: the file ends 23 bytes into its header of 24",
            bytes: Array(capture { $0.add([]) }.bytes.dropLast())),
        Broken(
            words: "record 2 at byte 47: it says 7 bytes, the file ends after 6",
            bytes: Array(capture { $0.add(packet) }.bytes.dropLast())),
        Broken(
            words: "record 2 at byte 47: it says 65541 bytes, but no packet has more than 65540",
            bytes: capture { $0.add([], kept: 65_541) }.bytes),
        Broken(
            words: "record 2 at byte 47: it says that 7 of 6 bytes were kept",
            bytes: capture { $0.add(packet, original: 6) }.bytes),
    ]

    @Test func longestPacketIsRead() throws {
        var writer = CaptureWriter()
        writer.add([UInt8](repeating: 2, count: Int(BTSnoop.longestPacket)))
        #expect(try records(of: writer.bytes, inPiecesOf: [4096]).first?.packet.count == 65_540)
    }
}
