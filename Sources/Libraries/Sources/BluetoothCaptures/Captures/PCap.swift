/// The format pcap, version 2.4, in either order of bytes, with micro- or nanoseconds.
///
/// A file has a header of 24 bytes (magic, version, two numbers that nobody uses, the most bytes of a packet that were
/// kept, link type) and records: seconds since 1970, their fraction, kept length, original length, and the kept bytes.
struct PCap: CaptureFormat {
    static let magics: [[UInt8]] = [
        [0xA1, 0xB2, 0xC3, 0xD4], [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D], [0x4D, 0x3C, 0xB2, 0xA1],
    ]
    /// What files of its successor begin with.
    static let magicOfPCapNG: [UInt8] = [0x0A, 0x0D, 0x0D, 0x0A]
    static let fileHeaderLength = 24
    static let recordHeaderLength = 16
    /// The longest packet of btsnoop behind four bytes more.
    static let longestPacket = BTSnoop.longestPacket + 4

    let link: LinkType
    private let isBigEndian: Bool
    private let hasNanoseconds: Bool
    /// The most bytes of a packet that were kept; 0 where the header sets no limit.
    private let snapLength: UInt32

    init(header: ArraySlice<UInt8>) throws(CaptureProblem) {
        isBigEndian = header.first == 0xA1
        hasNanoseconds = header.prefix(4).contains(0x3C)
        var numbers = Numbers(header.dropFirst(4), isBigEndian: isBigEndian)
        guard let major: UInt16 = numbers.next(), let minor: UInt16 = numbers.next(), let _: UInt64 = numbers.next(),
            let snapLength: UInt32 = numbers.next(), let type: UInt32 = numbers.next()
        else { throw .headerCut(bytes: header.count) }
        guard (major, minor) == (2, 4) else { throw .pcapVersion(major, minor) }
        self.snapLength = snapLength
        // The upper half is about checksums behind each packet, which Bluetooth does not have.
        link =
            switch type & 0xFFFF {
            case 201: .h4WithDirection
            case 251: .linkLayer
            case 254: .monitorWithHeader
            case 256: .linkLayerWithRadio
            default: throw .pcapLink(type)
            }
    }

    func recordHeader(_ bytes: ArraySlice<UInt8>) -> RecordHeader? {
        var numbers = Numbers(bytes, isBigEndian: isBigEndian)
        guard let seconds: UInt32 = numbers.next(), let fraction: UInt32 = numbers.next(),
            let kept: UInt32 = numbers.next(), let original: UInt32 = numbers.next()
        else { return nil }
        return RecordHeader(
            kept: kept, original: original, flags: 0,
            microseconds: Int64(seconds) * 1_000_000 + Int64(hasNanoseconds ? fraction / 1_000 : fraction))
    }

    func fault(in header: RecordHeader) -> CaptureProblem.Fault? {
        if header.kept > Self.longestPacket { return .tooLong(says: header.kept, most: Self.longestPacket) }
        return snapLength > 0 && header.kept > snapLength ? .beyondSnapLength(says: header.kept, most: snapLength) : nil
    }

    /// Numbers in the file's order of bytes.
    private struct Numbers {
        private var reader: ByteReader
        private let isBigEndian: Bool

        init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
            reader = ByteReader(bytes)
            self.isBigEndian = isBigEndian
        }

        mutating func next<Number: FixedWidthInteger>() -> Number? {
            isBigEndian ? reader.bigEndian() : reader.littleEndian()
        }
    }
}
